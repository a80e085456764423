"""Requests of `paua admin` and their answers, sealed by libsodium as the command does."""
import base64
import ctypes
import ctypes.util
import os

NONCE, TAG = 24, 16
SODIUM = ctypes.CDLL(ctypes.util.find_library("sodium") or "libsodium.so.23")


def length(data):
    return ctypes.c_ulonglong(len(data))


def seal(key, purpose, text):
    """XChaCha20-Poly1305, in base64."""
    nonce, text, purpose = os.urandom(NONCE), text.encode(), purpose.encode()
    out = ctypes.create_string_buffer(len(text) + TAG)
    SODIUM.crypto_aead_xchacha20poly1305_ietf_encrypt(out, None, text, length(text), purpose, length(purpose), None, nonce, key)
    return base64.b64encode(nonce + out.raw).decode()


def unseal(key, purpose, sealed):
    """The text, or None where it was sealed otherwise."""
    data, purpose = base64.b64decode(sealed), purpose.encode()
    out = ctypes.create_string_buffer(max(len(data) - NONCE - TAG, 0) + 1)
    code = SODIUM.crypto_aead_xchacha20poly1305_ietf_decrypt(out, None, None, data[NONCE:], length(data[NONCE:]), purpose,
                                                             length(purpose), data[:NONCE], key)
    return out.raw[:len(data) - NONCE - TAG].decode() if code == 0 else None
