/// The names of a bundle so far: no two may fall together, and none may lie inside a file.
struct MemberNames {
    private var files: Set<String> = []
    private var folders: Set<String> = []

    mutating func add(_ entry: TarReader.Entry, path: String) throws(BundleError) {
        let name = MemberName.folded(entry.path)
        func refuse(_ why: String) -> BundleError {
            BundleError(.refusedMember, path, member: entry.path, "member \(entry.path): \(why)")
        }
        if entry.isFolder {
            guard !files.contains(name) else { throw refuse("a file of this name came before") }
            if !name.isEmpty { folders.insert(name) }
        } else {
            guard !folders.contains(name) else { throw refuse("a folder of this name came before") }
            guard files.insert(name).inserted else { throw refuse("another of this name came before") }
        }
        var parent = name[...]
        while let slash = parent.lastIndex(of: "/") {
            parent = parent[..<slash]
            guard !files.contains(String(parent)) else { throw refuse("it lies inside a file") }
            if !folders.insert(String(parent)).inserted { break }
        }
    }
}
