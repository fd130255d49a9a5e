import type en from '../../en/chain/check';
import { formatCount, formatDuration, formatLarge } from '../../format';
import { plural } from '../../plural';

const block = (height: number): string => `Block ${formatCount(height)}`;

export default {
  title: 'Light-Client',
  lead: 'Ihr Browser verifiziert den Arbeitsnachweis der Chain selbst, statt dem Server zu vertrauen.',
  opening: 'Wird geladen …',
  loadFailed: 'Der Light-Client konnte nicht geladen werden',
  card: {
    title: 'Verifizierung',
    refused: 'ungültige Serverdaten',
    paused: 'pausiert',
    off: 'aus',
    unreachable: 'Server nicht erreichbar',
    synced: 'synchron',
    syncing: 'wird synchronisiert',
    starting: 'startet',
    height: 'Verifiziert bis Block',
    blockTime: 'gefunden',
    connecting: 'Verbindung zum Server wird hergestellt …',
    intro:
      'Noch ist nichts verifiziert. Einmal gestartet, läuft die Verifizierung im Hintergrund und wird bei jedem Besuch fortgesetzt.',
    speed: 'Geschwindigkeit',
    remaining: 'Restzeit',
    measuring: 'wird gemessen …',
    blocksPerSecond: (rate: number) => `${formatCount(Math.round(rate))} Blöcke/s`,
    aboutDuration: (seconds: number) => `etwa ${formatDuration(seconds)}`,
    committed: 'Outputs verifiziert bis',
    committedAt: block,
    noCommitment: 'nichts (V1-Blöcke)',
    totalWork: 'Gesamte Arbeit',
    hashes: (work: bigint) => `${formatLarge(work)} Hashes`,
    expectedHashes: (work: bigint) => plural(work, { one: '# erwarteter Hash', other: '# erwartete Hashes' }),
    trusted: 'Vertrauensanker',
    serversStart: 'Start, vom Server gewählt',
    firstBlock: 'der erste Block',
    startBlock: block,
    startId: 'ID des Anfangsblocks',
    runsIn: 'Läuft in',
    otherTab: 'einem anderen Tab dieses Browsers',
    progress: (height: number, target: number) => `Block ${formatCount(height)} von ${formatCount(target)}`,
    refusedNext:
      'Bereits verifizierte Blöcke bleiben gültig. Spätere Daten dieses Servers gelten nicht als verifiziert. Wird automatisch wiederholt.',
    retrying: 'Wird automatisch wiederholt.',
    notStored: 'Der Fortschritt wird nicht gespeichert',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    start: 'Verifizierung starten',
    restart: 'Neu starten …',
    startElsewhere: 'Ab einem anderen Block starten …'
  },
  startOver: {
    title: 'Verifizierung neu starten',
    intro: 'Der verifizierte Stand wird verworfen.',
    legend: 'Anfang',
    genesis: { label: 'Der erste Block', hint: 'Verifiziert die ganze Chain. Alle Blöcke werden geladen.' },
    block: { label: 'Ein vertrauenswürdiger Block', hint: 'Verifiziert alles danach. Muss ein V2-Block sein.' },
    field: 'Block',
    fieldHint: 'Höhe::ID, aus einer von diesem Server unabhängigen Quelle.',
    invalid: 'Geben Sie die Höhe, zwei Doppelpunkte und die 64-stellige ID ein: 530000::4c3a…',
    submit: 'Neu starten'
  },
  second: {
    title: 'Zweiter Server',
    failed: 'Andere Server konnten nicht abgefragt werden',
    none: 'Ein zweiter Server deckt zurückgehaltene Daten auf. Fügen Sie unter <link>Verbindungen</link> einen weiteren Server desselben Netzwerks hinzu, um hier seine Chain und Guthaben zu vergleichen.',
    sameChain: 'gleiche Chain',
    otherChain: 'andere Chain',
    otherNetwork: 'anderes Netzwerk',
    unreachable: 'nicht erreichbar',
    loading: 'Andere Server werden abgefragt …',
    isOtherNetwork: 'Seine Chain beginnt mit einem anderen ersten Block.',
    agree: (ours: number, theirs: number) =>
      `Dieser Server ist bei Block ${formatCount(ours)}, der andere bei Block ${formatCount(theirs)}, auf derselben Chain.`,
    behind: (ours: number, theirs: number) =>
      `Dieser Server ist bei Block ${formatCount(ours)}, der andere bei Block ${formatCount(theirs)}, auf derselben Chain. Dieser Server hält möglicherweise Blöcke zurück.`,
    differ: {
      ours: (ours: number, theirs: number) =>
        `Dieser Server ist bei Block ${formatCount(ours)}, der andere bei Block ${formatCount(theirs)}, auf verschiedenen Chains. Dieser Server meldet mehr Arbeit.`,
      theirs: (ours: number, theirs: number) =>
        `Dieser Server ist bei Block ${formatCount(ours)}, der andere bei Block ${formatCount(theirs)}, auf verschiedenen Chains. Der andere meldet mehr Arbeit.`,
      neither: (ours: number, theirs: number) =>
        `Dieser Server ist bei Block ${formatCount(ours)}, der andere bei Block ${formatCount(theirs)}, auf verschiedenen Chains mit gleicher Arbeit.`
    }
  },
  balances: {
    compare: 'Guthaben vergleichen',
    privacy: 'Der andere Server kann dabei alle Adressen Ihrer Wallets einander zuordnen.',
    failed: 'Die Guthaben konnten nicht verglichen werden',
    coinsAndFunds: (coins: string, funds: bigint) =>
      plural(funds, { one: `${coins} und # Fondsanteil`, other: `${coins} und # Fondsanteile` }),
    same: (wallet: string, balance: string) => `${wallet}: ${balance} auf beiden Servern.`,
    different: (wallet: string, ours: string, theirs: string) =>
      `${wallet}: ${ours} auf diesem Server, ${theirs} auf dem anderen. Einer von beiden liegt zurück oder hält Daten zurück.`,
    noWallet: 'Keine Wallets in diesem Browser.'
  },
  explanation: {
    title: 'Was verifiziert wird',
    proven:
      '<b>Verifiziert:</b> Jeder Header hat die in seiner Höhe verlangte Arbeit und einen gültigen Zeitstempel, und jeder Zustand folgt aus dem Block und dem Zustand davor. Header legen sich auf den vorigen Zustand fest; niemand kann einen Output vortäuschen, Wert, Adresse oder Reife ändern oder einen nicht ausgegebenen als ausgegeben darstellen, ohne diese Arbeit neu zu leisten.',
    oneBlockLater:
      '<b>Einen Block später:</b> Erst der nächste Header legt sich auf den neuesten Zustand fest. Bis dahin warten neue Outputs auf den nächsten Block.',
    notProven:
      '<b>Nicht verifiziert:</b> Vollständigkeit. Ein Server kann eine Zahlung weglassen oder bei einem alten Block stehen bleiben, aber keine Arbeit vortäuschen. Vergleichen Sie ihn mit einem zweiten Server. Auch Signaturen werden nicht geprüft: Eine Mehrheit der Arbeit im Netzwerk könnte fremde Coins ausgeben. V1-Blöcke legen sich auf keinen Zustand fest; bei ihnen werden nur Arbeit und ausgegebene Outputs geprüft.',
    trusted:
      '<b>Vorausgesetzt:</b> Die Parameter des Netzwerks und der erste Block, wie beim Start der Verifizierung gemeldet, oder der Block, an dem sie begann. Vergleichen Sie die ID oben mit einer unabhängigen Quelle.'
  }
} satisfies typeof en;
