import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

type HeaderTable = Readonly<Record<string, string>>;

/**
 * Features that pages use: the camera reads QR codes, passkeys unlock wallets, addresses are copied, payment requests
 * are shared, hardware devices sign.
 */
const FEATURES_USED = [
  ...['camera', 'clipboard-write', 'hid', 'publickey-credentials-create', 'publickey-credentials-get'],
  ...['idle-detection', 'web-share']
];
/** Other features that a browser can grant. WebGPU is not one of them. */
const FEATURES_UNUSED = [
  ...['accelerometer', 'autoplay', 'bluetooth', 'browsing-topics', 'clipboard-read', 'compute-pressure'],
  ...['display-capture', 'encrypted-media', 'fullscreen', 'geolocation', 'gyroscope'],
  ...['keyboard-map', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture'],
  ...['screen-wake-lock', 'serial', 'storage-access', 'sync-xhr', 'usb', 'window-management'],
  'xr-spatial-tracking'
];

/**
 * Sent with every response. A page's own policy (svelte.config.js) replaces the one here, which is for everything else:
 * worker scripts are bound by the policy that they are served with, not by their page's.
 */
const SECURITY_HEADERS: HeaderTable = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join('; '),
  'permissions-policy': [
    ...FEATURES_USED.map((feature) => `${feature}=(self)`),
    ...FEATURES_UNUSED.map((feature) => `${feature}=()`)
  ].join(', '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  // Other ports of this host are the same site, and could share a process with our pages.
  'origin-agent-cluster': '?1'
};

/** Over TLS. For half a year, and for this host only, as its subdomains are not ours. */
const TLS_HEADERS: HeaderTable = { 'strict-transport-security': `max-age=${180 * 24 * 60 * 60}` };

/** Whether the browser that sent a request uses TLS. */
export type IsOverTls = (request: IncomingMessage) => boolean;

const PLAIN = Object.entries(SECURITY_HEADERS);
const OVER_TLS = Object.entries({ ...SECURITY_HEADERS, ...TLS_HEADERS });
const headersFor = (isOverTls: boolean) => (isOverTls ? OVER_TLS : PLAIN);

/**
 * Files, redirects and malformed requests do not reach our hook, so the headers are set where every request of this
 * process starts.
 */
export function setSecurityHeaders(isOverTls: IsOverTls): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    for (const [name, value] of headersFor(isOverTls(request))) response.setHeader(name, value);
  });
}

/**
 * A complete response, for connections that Node's HTTP server no longer handles: a refused WebSocket, a malformed
 * request.
 * @param status code and reason, such as `404 Not Found`
 * @param text for people; none by default
 */
export function bareAnswer(status: string, isOverTls = false, text = ''): string {
  const lines = [
    ...headersFor(isOverTls),
    ['connection', 'close'],
    ...(text === '' ? [] : [['content-type', 'text/plain; charset=utf-8']]),
    ['content-length', String(Buffer.byteLength(text))]
  ];
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`;
}
