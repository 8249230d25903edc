/// The implementation this build uses: libsodium where it is a system library, else the platform's own.
#if canImport(CSodium)
    typealias Crypto = SodiumPrimitives
#elseif canImport(CryptoKit)
    typealias Crypto = CryptoKitPrimitives
#endif
