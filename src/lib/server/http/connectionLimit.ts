/** Handles for everything but connections: databases, code that is loaded late, peers, remote servers. */
const RESERVED = 256;
/** Even where there are hardly any handles. */
const MIN_CONNECTIONS = 32;

/**
 * How many connections a listener accepts at once; undefined for any number. With all handles of the process taken by
 * clients, which need no password for that, nothing else can be opened. Code whose first import fails for that is not
 * imported again until a restart.
 * @param handles how many files and connections the process may open
 */
export function maxConnections(handles = handleLimit()): number | undefined {
  if (handles === undefined) return undefined;
  // A file takes a second handle while it is sent.
  return Math.max(MIN_CONNECTIONS, Math.floor((handles - RESERVED) / 2));
}

/** Undefined without a limit, as on Windows. */
function handleLimit(): number | undefined {
  // Otherwise it looks up names. Node's types do not have it yet.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}
