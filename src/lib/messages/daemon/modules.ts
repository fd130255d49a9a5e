import { m } from './page';

/** The modules of a daemon by its own names, in the order in which they are shown, with the page of each. */
const PAGES = {
  consensus: '/chain',
  gateway: '/network',
  transactionpool: undefined,
  miner: '/mine',
  wallet: undefined,
  host: '/host',
  renter: '/renter',
  explorer: undefined,
  accounting: undefined
} as const;

type KnownModule = keyof typeof PAGES;

export interface ModuleRow {
  readonly name: string;
  readonly label: string;
  readonly purpose: string;
  /** The page where it is managed. */
  readonly href: string | undefined;
  readonly on: boolean;
}

/** One row a module, those known first; one of a newer daemon shows under its own name. */
export function moduleRows(modules: Readonly<Record<string, boolean>>): ModuleRow[] {
  const known = (Object.keys(PAGES) as KnownModule[]).filter((name) => name in modules);
  const others = Object.keys(modules).filter((name) => !(name in PAGES));
  return [
    ...known.map((name) => ({ name, on: modules[name] === true, href: PAGES[name], ...m.modules.known[name] })),
    ...others.map((name) => ({
      name,
      on: modules[name] === true,
      href: undefined,
      label: name,
      purpose: m.modules.unknown
    }))
  ];
}
