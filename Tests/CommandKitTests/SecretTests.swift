import Testing

@testable import CommandKit

@Suite struct SecretTests {
    @Test(arguments: [
        ("found AGE-SECRET-KEY-1QQPZRY9X8, not lat", "found AGE-SECRET-KEY-…, not lat"),
        ("'age-secret-key-1qqpzry9x8'", "'AGE-SECRET-KEY-…'"),
        ("AGE-SECRET-KEY-PQ-1QQ AGE-SECRET-KEY-1ZZ\n", "AGE-SECRET-KEY-… AGE-SECRET-KEY-…\n"),
        ("AGE-SECRET-KEY", "AGE-SECRET-KEY"), ("age1qqpzry9x8 is public", "age1qqpzry9x8 is public"),
        ("Schlüssel ✓", "Schlüssel ✓"), ("", ""),
    ])
    func `a secret key that was found where something else was expected is not repeated`(text: String, shown: String) {
        #expect(Secret.masked(text) == shown)
    }
}
