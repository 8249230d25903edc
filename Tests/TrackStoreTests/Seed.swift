// Tests of TrackStore
