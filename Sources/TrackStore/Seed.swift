// TrackStore
