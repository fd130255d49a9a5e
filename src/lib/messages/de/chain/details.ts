import type en from '../../en/chain/details';
import { formatAmount } from '../../quantities/amounts';
import { formatCount, formatLarge } from '../../format';
import { plural } from '../../plural';

export default {
  id: 'ID',
  invalidId: {
    title: 'Ungültige ID',
    text: (id: string) => `„${id}“ ist keine ID. Eine ID hat 64 Stellen aus 0–9 und a–f.`
  },
  time: 'Zeitstempel',
  output: 'Output',
  rawJson: {
    title: 'JSON-Rohdaten',
    download: 'Herunterladen',
    copy: 'JSON',
    truncated: 'Vorschau. Kopie und Download enthalten alles.'
  },
  showAll: (count: number) => `Alle ${formatCount(count)} anzeigen`,
  block: {
    title: 'Block',
    titleAt: (height: number) => `Block ${formatCount(height)}`,
    neighbors: 'Benachbarte Blöcke',
    previous: 'Voriger',
    next: 'Nächster',
    latest: 'neuester Block',
    invalid: {
      title: 'Ungültige Blockhöhe oder ID',
      text: 'Eine Blockhöhe ist eine Zahl. Eine Block-ID hat 64 Stellen aus 0–9 und a–f.'
    },
    notFound: {
      title: 'Block nicht gefunden',
      aboveTip: (height: number, tip: number) =>
        `Die Chain hat die Höhe ${formatCount(height)} noch nicht erreicht. Der neueste Block ist ${formatCount(tip)}.`,
      unknownId:
        'Kein verbundener Server hat einen Block mit dieser ID, weder in der besten Chain noch in einem anderen Zweig. Gehört die ID zu etwas anderem, suchen Sie danach.'
    },
    notBest: {
      title: 'Nicht in der besten Chain',
      badge: 'nicht in der besten Chain',
      replaced:
        'In dieser Höhe hat die beste Chain <link>einen anderen Block</link>. Der Inhalt dieses Blocks gilt erst als bestätigt, wenn sein Zweig mehr Arbeit hat.',
      aboveTip: 'Die beste Chain reicht nicht bis zu dieser Höhe.'
    },
    v2Failed: 'V2-Transaktionen konnten nicht geladen werden',
    v1Only: {
      title: 'Nur V1-Daten',
      text: 'Die API des Daemons enthält keine V2-Transaktionen. Fügen Sie unter <link>Verbindungen</link> einen Wallet-Server hinzu, um den ganzen Block zu sehen.'
    },
    loading: 'Der Block wird geladen …',
    failed: 'Der Block konnte nicht geladen werden'
  },
  header: {
    title: 'Header',
    parent: 'Vorgänger',
    genesis: 'keiner (erster Block)',
    nonce: 'Nonce',
    commitment: 'Commitment',
    difficulty: 'Schwierigkeit',
    expectedHashes: (hashes: bigint) =>
      hashes === 1n ? '1 erwarteter Hash' : `${formatLarge(hashes)} erwartete Hashes`,
    target: 'Target (ca.)',
    size: 'Größe',
    weight: 'Gewicht',
    ofLimit: (limit: number) => `von ${formatCount(limit)}`,
    fees: 'Gebühren',
    v1Only: (amount: string) => `${amount} (nur V1)`,
    unknown: 'unbekannt'
  },
  payouts: {
    title: 'Auszahlungen an den Miner',
    sums: (subsidy: bigint, fees: bigint) =>
      `${formatAmount(subsidy)} Blockbelohnung + ${formatAmount(fees, 6)} Gebühren`,
    none: 'Keine Auszahlungen.',
    spendableSince: (height: number) => `Verfügbar seit Höhe ${formatCount(height)}.`,
    spendableFrom: (height: number, blocks: number) =>
      plural(blocks, {
        one: `Verfügbar ab Höhe ${formatCount(height)}, in # Block.`,
        other: `Verfügbar ab Höhe ${formatCount(height)}, in # Blöcken.`
      })
  },
  transactions: {
    title: 'Transaktionen',
    count: (count: number) => plural(count, { one: '# Transaktion', other: '# Transaktionen' }),
    countV1: (count: number) => plural(count, { one: '# V1-Transaktion', other: '# V1-Transaktionen' }),
    none: 'Keine Transaktionen außer der Auszahlung an den Miner.',
    noneV1: 'Keine V1-Transaktionen.',
    inputs: (count: number) => plural(count, { one: '# Input', other: '# Inputs' }),
    outputs: (count: number) => plural(count, { one: '# Output', other: '# Outputs' }),
    fee: (fee: bigint) => `Gebühr ${formatAmount(fee, 6)}`,
    open: 'Seite der Transaktion öffnen',
    pages: 'Seiten mit Transaktionen',
    previousPage: 'Vorige Seite',
    nextPage: 'Nächste Seite',
    position: (first: number, last: number, total: number) =>
      `${formatCount(first)}–${formatCount(last)} von ${formatCount(total)}`,
    extras: {
      fundOutputs: (count: number) => plural(count, { one: '# Fonds-Output', other: '# Fonds-Outputs' }),
      contracts: (count: number) => plural(count, { one: 'Vertrag geschlossen', other: '# Verträge geschlossen' }),
      revisions: (count: number) => plural(count, { one: 'Vertrag revidiert', other: '# Verträge revidiert' }),
      storageProofs: (count: number) => plural(count, { one: 'Speichernachweis', other: '# Speichernachweise' }),
      resolutions: (count: number) => plural(count, { one: 'Vertrag beendet', other: '# Verträge beendet' }),
      attestations: (count: number) => plural(count, { one: 'Attestierung', other: '# Attestierungen' }),
      data: (count: number) => plural(count, { one: 'Daten', other: '# Datenfelder' }),
      foundationAddress: (count: number) =>
        plural(count, { one: 'Adresse der Stiftung', other: '# Adressen der Stiftung' })
    }
  },
  transaction: {
    title: 'Transaktion',
    status: 'Status',
    details: 'Details',
    unconfirmed: 'unbestätigt',
    block: 'Block',
    pending: 'noch keiner (im Transaktionspool)',
    notFound: {
      title: 'Transaktion nicht gefunden',
      text: 'Der Server hat keine Transaktion <id/>. Sie kann ersetzt oder aus dem Pool entfernt worden sein. Transaktionen ohne Inputs und Outputs sind nicht indiziert: Öffnen Sie eine solche über ihren Block. Auszahlungen an Miner sind Outputs, keine Transaktionen: <link>Output nachschlagen</link>.'
    },
    loading: 'Die Transaktion wird geladen …',
    failed: 'Die Transaktion konnte nicht geladen werden'
  },
  body: {
    generation: (generation: number) => `V${generation}-Transaktion`,
    size: (size: string) => `Größe ${size}`,
    weight: (weight: number) => `Gewicht ${formatCount(weight)}`,
    inputs: (count: number) => (count === 0 ? 'Inputs' : `Inputs (${formatCount(count)})`),
    noInputs: 'Keine Inputs.',
    outputs: (count: number) => (count === 0 ? 'Outputs' : `Outputs (${formatCount(count)})`),
    noOutputs: 'Keine Outputs.',
    spends: 'verbraucht',
    valueUnknown: 'Wert nicht enthalten',
    policy: 'Ausgaberegel',
    signatures: (count: number) => plural(count, { one: '# Signatur', other: '# Signaturen' }),
    preimages: (count: number) => plural(count, { one: '# Preimage', other: '# Preimages' }),
    proof: (hashes: number) => plural(hashes, { one: 'Beweis aus # Hash', other: 'Beweis aus # Hashes' }),
    claim: 'Fondsertrag geht an <address/>',
    attestations: (count: number) => plural(count, { one: '# Attestierung', other: '# Attestierungen' }),
    attestation: '<signer/> attestiert <name/>: <value/>',
    value: 'Wert',
    data: 'Zusatzdaten',
    dataAsText: (size: string) => `${size}, Text`,
    dataAsHex: (size: string) => `${size}, hexadezimal`,
    foundationAddress: 'Neue Adresse der Stiftung'
  },
  signature: {
    parent: 'ID des entsperrten Elements',
    now: (key: bigint, covered: string) => `<parent/>, Schlüssel ${formatCount(key)}, deckt ${covered} ab`,
    later: (key: bigint, covered: string, height: bigint) =>
      `<parent/>, Schlüssel ${formatCount(key)}, deckt ${covered} ab, ab Höhe ${formatCount(height)}`,
    wholeTransaction: 'die ganze Transaktion',
    nothing: 'nichts',
    covered: {
      coinInputs: (indices: string) => `Coin-Inputs ${indices}`,
      coinOutputs: (indices: string) => `Coin-Outputs ${indices}`,
      fileContracts: (indices: string) => `Verträge ${indices}`,
      fileContractRevisions: (indices: string) => `Revisionen ${indices}`,
      storageProofs: (indices: string) => `Speichernachweise ${indices}`,
      fundInputs: (indices: string) => `Fonds-Inputs ${indices}`,
      fundOutputs: (indices: string) => `Fonds-Outputs ${indices}`,
      minerFees: (indices: string) => `Gebühren ${indices}`,
      arbitraryData: (indices: string) => `Daten ${indices}`,
      signatures: (indices: string) => `Signaturen ${indices}`
    }
  },
  contractAct: {
    titles: {
      formed: 'Speichervertrag geschlossen',
      revised: 'Speichervertrag revidiert',
      proved: 'Speichernachweis',
      renewed: 'Speichervertrag verlängert',
      expired: 'Speichervertrag abgelaufen'
    },
    contract: 'Vertrag <id/>',
    facts: {
      payout: 'Auszahlung',
      data: 'Daten',
      capacity: 'Kapazität',
      proofFrom: 'Beginn des Nachweisfensters',
      proofUntil: 'Ende des Nachweisfensters',
      collateral: 'Sicherheiten',
      revision: 'Revision',
      merkleRoot: 'Merkle-Wurzel',
      unlockHash: 'Hash der Entsperrbedingungen',
      revisedBy: 'Revidiert von',
      renter: 'Renter',
      host: 'Host',
      renewedAs: 'Verlängert als',
      renterRollover: 'Übertrag des Renters',
      hostRollover: 'Übertrag des Hosts',
      proofBlock: 'Blatt gewählt durch Block',
      proofHashes: 'Hashes im Nachweis',
      proofLeaf: 'Größe des Blatts'
    },
    payouts: {
      proved: 'Auszahlung mit gültigem Speichernachweis',
      missed: 'Auszahlung ohne Speichernachweis',
      renewed: 'Auszahlung bei der Verlängerung'
    }
  },
  outputPage: {
    title: 'Output',
    titles: { coins: 'Coin-Output', funds: 'Fonds-Output' },
    details: 'Details',
    spent: 'ausgegeben',
    unspent: 'nicht ausgegeben',
    maturesAt: (height: number) => `reif ab ${formatCount(height)}`,
    value: 'Wert',
    address: 'Adresse',
    spendable: 'Verfügbar',
    immediately: 'sofort',
    sinceHeight: (height: number) => `seit Höhe ${formatCount(height)}`,
    fromHeight: (height: number, blocks: number) =>
      plural(blocks, {
        one: `ab Höhe ${formatCount(height)}, in # Block`,
        other: `ab Höhe ${formatCount(height)}, in # Blöcken`
      }),
    spentBy: 'Ausgegeben von',
    inBlock: '<transaction/> in Block <block/>',
    spenderUnknown: 'unbekannte Transaktion',
    proof: 'Beweis',
    verified: 'verifiziert',
    verifiedText: (hashes: number, leaf: bigint) =>
      plural(hashes, {
        one: `# Hash von Blatt ${formatCount(leaf)} bis zum Zustand der Chain`,
        other: `# Hashes von Blatt ${formatCount(leaf)} bis zum Zustand der Chain`
      }),
    invalid: 'ungültig',
    invalidText: 'Der Beweis passt nicht zum Zustand der Chain.',
    noDetails: 'Der Server hat keine Angaben zu diesem ausgegebenen Output.',
    notFound: {
      title: 'Output nicht gefunden',
      text: 'Kein Coin- oder Fonds-Output, ausgegeben oder nicht, hat diese ID. Outputs unbestätigter Transaktionen sind nicht indiziert. Vielleicht gehört die ID zu etwas anderem: <link>Transaktion nachschlagen</link> oder suchen.'
    },
    loading: 'Der Output wird geladen …',
    failed: 'Der Output konnte nicht geladen werden'
  },
  addressPage: {
    title: 'Adresse',
    invalid: {
      title: 'Ungültige Adresse',
      text: 'Eine Adresse hat 76 Stellen aus 0–9 und a–f; die letzten zwölf sind eine Prüfsumme. Prüfen Sie, ob eine Stelle falsch ist oder fehlt.'
    },
    balance: 'Guthaben',
    void: 'Die Void-Adresse: Hierhin gesendete Coins kann niemand ausgeben.',
    spendable: 'Verfügbar',
    maturing: 'Unreif',
    fundUnits: 'Fondsanteile',
    failed: 'Das Guthaben konnte nicht geladen werden',
    unconfirmed: 'Unbestätigt',
    history: 'Verlauf',
    historyCaption: 'Verlauf der Adresse, neueste zuerst',
    columns: { type: 'Art', block: 'Block', time: 'Zeit', confirmations: 'Bestätigungen', amount: 'Betrag' },
    events: {
      miner: 'Gemint',
      foundation: 'Stiftungszuschuss',
      claim: 'Fondsertrag',
      contract: 'Vertragsauszahlung',
      sent: 'Gesendet',
      received: 'Empfangen'
    },
    matures: (blocks: number) => `reif in ${plural(blocks, { one: '# Block', other: '# Blöcken' })}`,
    spendableFrom: (height: number) => `Verfügbar ab Höhe ${formatCount(height)}`,
    noHistory: 'Noch keine bestätigten Transaktionen.',
    historyFailed: 'Der Verlauf konnte nicht geladen werden',
    coinOutputs: 'Nicht ausgegebene Coin-Outputs',
    fundOutputs: 'Nicht ausgegebene Fonds-Outputs',
    outputColumns: { id: 'Output', leaf: 'Blatt', value: 'Wert' },
    noOutputs: 'Derzeit keine verfügbar.',
    outputsFailed: 'Outputs konnten nicht geladen werden',
    loading: 'Wird geladen …'
  },
  contractPage: {
    title: 'Speichervertrag',
    outcome: 'Ergebnis',
    ended: 'beendet',
    contract: 'Vertrag <id/>',
    paid: '<address/> erhielt <amount/> in Block <block/> (<output/>)',
    paidMissed: '<address/> erhielt <amount/> in Block <block/>, kein Speichernachweis (<output/>)',
    noPayout:
      'Zu dieser Vertrags-ID wurde keine Auszahlung gefunden. Der Vertrag läuft noch, oder es gibt ihn nicht. Laufende Verträge indizieren die Server nicht nach ID; durchsuchen Sie unten die Blöcke.',
    loadingPayouts: 'Auszahlungen werden geladen …',
    history: 'Verlauf',
    scanHint:
      'Durchsucht die Blöcke vom neuesten zurück bis zum Abschluss des Vertrags. Auf einer langen Chain dauert das eine Weile.',
    cancel: 'Abbrechen',
    scanning: 'Blöcke werden durchsucht …',
    scannedTo: (height: number) => `Durchsucht bis Höhe ${formatCount(height)}`,
    scan: 'Chain durchsuchen',
    scanAgain: 'Erneut durchsuchen',
    notFound: {
      title: 'Vertrag nicht gefunden',
      text: (blocks: number) =>
        plural(blocks, {
          one: '# Block durchsucht; er enthält den Vertragsabschluss nicht.',
          other: '# Blöcke durchsucht; keiner enthält den Vertragsabschluss.'
        })
    },
    steps: {
      formed: 'Geschlossen in Block <block/>',
      revised: 'Revidiert in Block <block/>',
      proved: 'Beendet in Block <block/> mit Speichernachweis',
      missed: 'Beendet in Block <block/> ohne Speichernachweis',
      renewed: 'Verlängert in Block <block/>'
    }
  }
} satisfies typeof en;
