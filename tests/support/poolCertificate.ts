/*
 * A self-signed test pool certificate for the name `localhost`, trusted only if configured. The key protects nothing.
 * It expires in 2126. Both were created with
 *
 *   openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 \
 *     -subj "/CN=pool of the tests" -addext "subjectAltName=DNS:localhost" -keyout key.pem -out cert.pem
 */
export const POOL_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBpTCCAUugAwIBAgIURLsmi3R4A+7qqd6D8tXqE67cc3kwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRcG9vbCBvZiB0aGUgdGVzdHMwIBcNMjYxMTIwMTYwNTUyWhgP
MjEyNjEwMjcxNjA1NTJaMBwxGjAYBgNVBAMMEXBvb2wgb2YgdGhlIHRlc3RzMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZB4mIrUqZbCku2heMtZbDQR7PZwWHqmf
ohtwWcpwMqRTFC1HyeLyEGZ+k6zo26PB1pEr6ry5fXe0+ccv6E6og6NpMGcwHQYD
VR0OBBYEFCajrgvDh+ed0Ox5pRlkgKFX99yaMB8GA1UdIwQYMBaAFCajrgvDh+ed
0Ox5pRlkgKFX99yaMA8GA1UdEwEB/wQFMAMBAf8wFAYDVR0RBA0wC4IJbG9jYWxo
b3N0MAoGCCqGSM49BAMCA0gAMEUCIQCRU1qQ9AyktLZV07BoJuK5zyrX/Sa65N9Y
hGj9ZECgpwIgW1V2et+wKAlt3s38axiKH99qxDQQVfDhulza6fiX4p4=
-----END CERTIFICATE-----
`;

export const POOL_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfaF99PP5bTaLZpZp
jhVwoty2OOen0VU7OB63AtS2ymChRANCAARkHiYitSplsKS7aF4y1lsNBHs9nBYe
qZ+iG3BZynAypFMULUfJ4vIQZn6TrOjbo8HWkSvqvLl9d7T5xy/oTqiD
-----END PRIVATE KEY-----
`;
