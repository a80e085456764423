"""The checksums of a stored game (docs/formats.md), for tests that make or change rows of whole games."""

MASK = (1 << 64) - 1
SUM_GAME, SUM_EVENT, SUM_STATE = 1, 2, 3


def rotate(word, bits):
    return (word << bits | word >> (64 - bits)) & MASK


def siphash(key, data):
    """SipHash-2-4 (Aumasson and Bernstein) of bytes; the key is two numbers."""
    a, b, c, d = (key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d, key[0] ^ 0x6c7967656e657261, key[1] ^ 0x7465646279746573)

    def rounds(count):
        nonlocal a, b, c, d
        for _ in range(count):
            a = (a + b) & MASK
            c = (c + d) & MASK
            b, d = rotate(b, 13) ^ a, rotate(d, 16) ^ c
            a = rotate(a, 32)
            c = (c + b) & MASK
            a = (a + d) & MASK
            b, d = rotate(b, 17) ^ c, rotate(d, 21) ^ a
            c = rotate(c, 32)

    last = data[len(data) // 8 * 8:] + b"\0" * (7 - len(data) % 8) + bytes([len(data) & 255])
    for word in [data[i:i + 8] for i in range(0, len(data) // 8 * 8, 8)] + [last]:
        number = int.from_bytes(word, "little")
        d ^= number
        rounds(2)
        a ^= number
    c ^= 0xff
    rounds(4)
    return a ^ b ^ c ^ d


def fold(kind, *values):
    """A chain of hashes: the one before and the length are the key of the next one. As a number of SQL."""
    chain = kind
    for value in values:
        data = value.encode() if isinstance(value, str) else (value & MASK).to_bytes(8, "little")
        chain = siphash((chain, len(data)), data)
    return chain - (1 << 64) if chain >> 63 else chain


def update_sums(database, condition="1"):
    """Gives the games of an SQLite store the checksums of what they are now."""
    rows = database.execute("SELECT key, id, created, clock, setup, events, result, reason, pending <> 0, listing, closes, deadline"
                            f" FROM game WHERE {condition}").fetchall()
    for key, name, created, clock, setup, events, *state in rows:
        content = fold(SUM_GAME, name, created, clock, setup)
        for event in database.execute("SELECT number, at, clock, spent, type, text FROM event WHERE game = ?", (key,)):
            content ^= fold(SUM_EVENT, name, *event)
        database.execute("UPDATE game SET content_sum = ?, state_sum = ? WHERE key = ?",
                         (content, fold(SUM_STATE, name, events, *state), key))
