/** `[v6]:port`, or a name or IPv4 address before the last colon. */
const HOST_AND_PORT = /^(?:\[(?<v6>[^[\]]*)\]|(?<name>[^:[\]]*)):(?<port>\d*)$/;
const NAME =
  /^(?=.{1,253}$)(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.)*[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.?$/;
const V6 = /^[0-9A-Fa-f:.]+$/;

/**
 * What is wrong with an address that renters are to reach a host at, in words; undefined when nothing is.
 * Empty is fine: the host then finds out its own.
 */
export function netAddressProblem(text: string): string | undefined {
  if (text === '') return undefined;
  const found = HOST_AND_PORT.exec(text)?.groups;
  if (!found) {
    return text.includes(':')
      ? 'Write host:port; an IPv6 address stands in square brackets, as in [2001:db8::1]:9982.'
      : 'The port is missing: write host:port, as in host.example.org:9982.';
  }
  const { v6, name, port = '' } = found;
  const number = Number(port);
  if (port === '' || number < 1 || number > 65_535) return 'The port is a number from 1 to 65535.';
  if (v6 === undefined ? !NAME.test(name ?? '') : !isV6(v6))
    return 'The part before the port is no host name or IP address.';
  if (v6 === undefined && /^[\d.]+$/.test(name ?? '') && !isV4(name ?? ''))
    return 'This is no IP address: it has four numbers up to 255.';
  if (isUnspecified(v6 ?? name ?? ''))
    return 'This address stands for "any": renters need the one that leads to this host.';
  return undefined;
}

const isV4 = (text: string): boolean =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);

/** As browsers read addresses: the parser of URLs knows every short form. */
const isV6 = (text: string): boolean => V6.test(text) && URL.canParse(`http://[${text}]/`);

const isUnspecified = (host: string): boolean =>
  isV4(host)
    ? host.split('.').every((part) => Number(part) === 0)
    : isV6(host) && new URL(`http://[${host}]/`).hostname === '[::]';
