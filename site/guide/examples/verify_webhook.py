import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def verify_webhook(secret: str, headers, body: bytes) -> None:
    """Raises ValueError unless a request is from the service, and new."""
    timestamp = headers.get("webhook-timestamp", "")
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id')}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # There are two signatures for a day after the secret was changed.
    signatures = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(each.encode(), expected) for each in signatures):
        raise ValueError("wrong signature")
