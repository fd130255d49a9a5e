import type en from '../../en/wallet/setup';
import { formatCount } from '../../format';
import { plural } from '../../plural';

export default {
  add: {
    title: 'Wallet hinzufügen',
    lead: 'Schlüssel werden nur in diesem Browser erzeugt und gespeichert.',
    leadSigning:
      'Schlüssel werden nur in diesem Browser erzeugt und gespeichert, außer wenn Sie einen Signaturserver verwenden.'
  },
  step: (step: number, of: number) => `Schritt ${step} von ${of}`,
  phrase: {
    title: 'Wiederherstellungswörter',
    words: 'Wörter',
    file: 'Aus einer Datei',
    continue: 'Weiter',
    expected: 'Zwölf Wörter, bei einer älteren Wallet 28 oder 29.',
    expectedForm: 'Zwölf Wörter, bei einer älteren Wallet 28 oder 29, in der richtigen Reihenfolge.',
    count: (count: number) => plural(count, { one: 'Bisher # Wort.', other: 'Bisher # Wörter.' }),
    valid: (count: number) => plural(count, { one: '# Wort, gültig.', other: '# Wörter, gültig.' }),
    validLegacy: (count: number) => `${formatCount(count)} Wörter einer älteren Wallet, gültig.`
  },
  insecure: {
    title: 'Diese Seite ist nicht sicher',
    text: 'Über unverschlüsseltes HTTP von einem anderen Rechner aus sperren Browser die Verschlüsselung, die Schlüssel schützt. Öffnen Sie Quarry auf seinem eigenen Rechner (http://127.0.0.1), über einen SSH-Tunnel oder über HTTPS. Adressen lassen sich auch hier beobachten.'
  },
  create: {
    title: 'Wallet erstellen',
    words: 'Schreiben Sie diese zwölf Wörter auf',
    wordsText:
      'Auf Papier, in dieser Reihenfolge. Wer diese Wörter kennt, kann Ihr Guthaben ausgeben; ohne sie ist es verloren, wenn das Gerät verloren geht oder die Browserdaten gelöscht werden.',
    sheet: 'Wiederherstellungswörter einer Quarry-Wallet',
    sheetNote:
      'Bewahren Sie dieses Blatt geheim und sicher auf. Zum Wiederherstellen der Wallet wählen Sie in Quarry „Aus Wörtern wiederherstellen“. Der Drucker hat möglicherweise eine Kopie gespeichert.',
    print: 'Drucken',
    written: 'Ich habe sie aufgeschrieben',
    check: 'Wörter bestätigen',
    checkText: 'Geben Sie drei der aufgeschriebenen Wörter ein.',
    word: (number: number) => `Wort ${number}`,
    wrongWord: (number: number) => `Das ist nicht Wort ${number}.`,
    showAgain: 'Wörter erneut anzeigen',
    leave: {
      title: 'Verlassen, ohne die Wallet zu erstellen?',
      words:
        'Die Wörter auf Ihrem Papier öffnen noch keine Wallet. Sie werden verworfen; beim nächsten Mal werden andere erzeugt.'
    },
    discarded: {
      title: 'Wörter verworfen',
      text: 'Quarry wurde gesperrt, während diese Seite offen war. Die Wörter wurden deshalb verworfen, und es wurde keine Wallet erstellt. Falls Sie sie notiert haben, streichen Sie sie durch.',
      again: 'Neue Wörter anzeigen'
    },
    name: 'Meine Wallet',
    create: 'Wallet erstellen'
  },
  restore: {
    title: 'Wallet wiederherstellen',
    name: 'Wiederhergestellte Wallet',
    legacyName: 'Ältere Wallet',
    restore: 'Wallet wiederherstellen',
    present: {
      title: 'Diese Wallet ist schon in diesem Browser',
      text: 'Es ist <wallet/>. Stellen Sie sie erneut wieder her, entsteht ein zweiter Eintrag mit denselben Adressen. Das hilft, wenn ihr Passwort vergessen wurde; der alte Eintrag lässt sich danach entfernen.'
    },
    again: 'Erneut wiederherstellen'
  },
  protect: {
    title: 'Wallet auf diesem Gerät schützen',
    name: 'Name',
    nameHint: 'Nur für Sie sichtbar, in diesem Browser.',
    passwordHint:
      'Verschlüsselt die Schlüssel auf diesem Gerät und wird zum Signieren benötigt. Es ersetzt die Wiederherstellungswörter nicht.',
    backup: {
      title: 'Wiederherstellungswörter aufbewahren',
      text: 'Die verschlüsselten Schlüssel liegen in diesem Browser. Werden die Browserdaten gelöscht, ein privates Fenster geschlossen oder das Gerät verloren, sind auch sie verloren; nur die Wiederherstellungswörter stellen sie wieder her. Ohne Passwort oder Wörter kommt niemand mehr an das Guthaben.'
    },
    deriving: 'Der Schlüssel wird abgeleitet (absichtlich langsam)'
  },
  watch: {
    title: 'Ohne Schlüssel beobachten',
    lead: 'Zeigt Guthaben und Verlauf. Signiert wird dort, wo die Schlüssel sind.',
    card: 'Adressen',
    name: 'Name',
    nameHint: 'Nur für Sie sichtbar, in diesem Browser.',
    defaultName: 'Beobachtet',
    input: 'Adressen, öffentliche Schlüssel oder Ausgaberegeln',
    hint: 'Eine pro Zeile, optional mit Bezeichnung nach einem Komma. Auch CSV- und JSON-Exporte funktionieren.',
    found: (count: number, first: string) =>
      `${plural(count, { one: '# Adresse', other: '# Adressen' })}${count === 1 ? ':' : ', die erste'} ${first}.`,
    allPolicies: 'Alle mit Ausgaberegeln: Zahlungen können hier erstellt werden.',
    noPolicies:
      'Nur Adressen: Zahlungen können nicht erstellt werden. Dafür sind öffentliche Schlüssel oder Ausgaberegeln nötig.',
    somePolicies: (count: number) =>
      `${formatCount(count)} mit Ausgaberegeln: Von diesen aus können Zahlungen erstellt werden.`,
    file: 'Aus einer Datei',
    watch: 'Beobachten',
    present: {
      title: 'Diese Adressen sind schon in diesem Browser',
      text: 'Alle stehen in <wallet/>. Fügen Sie sie noch einmal hinzu, entsteht ein zweiter Eintrag für dieselben Coins.'
    },
    again: 'Trotzdem hinzufügen',
    shared: 'Haben mehrere Personen je einen Schlüssel? <link>Erstellen Sie stattdessen eine Ausgaberegel.</link>',
    scan: 'QR-Code scannen',
    stop: 'Kamera stoppen'
  },
  policies: {
    title: 'Ausgaberegeln',
    lead: 'Die Bedingungen, um einen Output auszugeben: Schlüssel, ein Schwellenwert, eine Höhe, ein Zeitpunkt, ein Geheimnis. Der Hash der Regel ist die Adresse.',
    card: 'Ausgaberegel',
    mode: 'Eingabe der Regel',
    build: 'Aus Schlüsseln',
    inspect: 'Text dekodieren',
    text: 'Text der Regel',
    textHint: 'Zum Beispiel thresh(2,[pk(0x…),pk(0x…),above(1000)]).',
    keys: 'Öffentliche Schlüssel',
    keysHint:
      'Einer pro Zeile. Jede Person kopiert ihren Schlüssel von der Seite „Adressen“ ihrer Wallet. Dieselben Schlüssel in anderer Reihenfolge ergeben eine andere Wallet: Geben Sie den anderen den Text der Regel, den sie unter „Text dekodieren“ öffnen.',
    wrongKey: {
      'not-a-key': (number: number) => `Schlüssel ${number} besteht nicht aus „ed25519:“ und 64 Hexadezimalziffern.`,
      ownerless: (number: number) =>
        `Schlüssel ${number} ist kein gültiger öffentlicher Schlüssel: Entweder jeder oder niemand könnte für ihn signieren. Bitten Sie seinen Besitzer um den richtigen.`,
      repeated: (number: number) =>
        `Schlüssel ${number} ist bereits aufgeführt. Wer signiert, braucht einen eigenen Schlüssel.`
    },
    needed: 'Erforderliche Signaturen',
    ofKeys: (count: number) => plural(count, { one: 'von # Schlüssel', other: 'von # Schlüsseln' }),
    problems: {
      'not-a-number': 'Geben Sie eine ganze Zahl mit höchstens 15 Ziffern und ohne Tausendertrennzeichen ein.',
      'more-than-keys':
        'Das sind mehr Signaturen als Schlüssel. Fügen Sie die fehlenden Schlüssel hinzu oder verlangen Sie weniger Signaturen.'
    },
    height: 'Nicht vor Höhe',
    heightHint: 'Optional. Bis zu diesem Block gesperrt.',
    time: 'Nicht vor',
    timeHint: 'Optional. Bis zu diesem Zeitpunkt gesperrt.',
    meaning: 'Bedeutung',
    name: 'Name der Wallet',
    defaultName: 'Gemeinsame Wallet',
    use: 'Wallet daraus erstellen',
    none: 'Geben Sie Schlüssel oder eine Regel ein, um ihre Bedeutung und Adresse zu sehen und daraus eine Wallet zu erstellen. Zahlungen einer gemeinsamen Wallet erstellt eine Person; signiert werden sie von mehreren, jeweils auf dem eigenen Gerät.'
  },
  signingServer: {
    title: 'Signaturserver',
    lead: 'Ein Server, der Seeds speichert und signiert. Zahlungen werden weiterhin in diesem Browser erstellt und geprüft.',
    seeds: 'Seeds',
    seedsCaption: 'Seeds auf dem Signaturserver',
    seed: (id: string) => `Seed ${id}`,
    columns: { seed: 'Seed', lastIndex: 'Letzter Index', created: 'Erstellt', keys: 'Schlüssel' },
    keys: 'Schlüssel',
    ofSeed: (id: string) => `von Seed ${id}`,
    noSeeds: 'Noch keine Seeds. Importieren Sie unten Wiederherstellungswörter.',
    seedsFailed: 'Seeds konnten nicht geladen werden',
    none: {
      title: 'Kein Signaturserver',
      text: 'Setzen Sie SIGNING_URL auf die Adresse eines Signaturservers und starten Sie Quarry neu.'
    },
    import: {
      title: 'Wörter importieren',
      own: 'Die Wörter werden an den Signaturserver von Quarrys eigenem Node gesendet. Dessen Betreiber kann dann alle zugehörigen Coins ausgeben. Wenn die Schlüssel bei Ihnen bleiben sollen, <link>fügen Sie diesem Browser eine Wallet hinzu</link>.',
      remote:
        'Die Wörter werden an den Signaturserver gesendet. Dessen Betreiber kann dann alle zugehörigen Coins ausgeben. Wenn die Schlüssel bei Ihnen bleiben sollen, <link>fügen Sie diesem Browser eine Wallet hinzu</link>.',
      import: 'Importieren',
      importing: 'Wird importiert …',
      failed: 'Die Wörter wurden nicht importiert',
      question: 'Wörter an den Server senden?',
      consequence: (count: number) =>
        `Der Signaturserver speichert diese ${formatCount(count)} Wörter und kann mit ihren Schlüsseln jederzeit ohne Sie signieren. Das lässt sich nicht rückgängig machen.`,
      send: 'Wörter senden'
    },
    seedKeys: {
      title: (seed: string) => `Schlüssel von Seed ${seed}`,
      caption: (seed: string) => `Von Seed ${seed} abgeleitete Schlüssel`,
      columns: { index: 'Index', address: 'Adresse', publicKey: 'Öffentlicher Schlüssel' },
      none: 'Noch keine Schlüssel. Nur abgeleitete Schlüssel können signieren: Leiten Sie unten welche ab.',
      failed: 'Schlüssel konnten nicht geladen werden',
      more: (count: number) => `Weitere von ${formatCount(count)} anzeigen`,
      derive: 'Abzuleitende Schlüssel',
      deriveCount: (most: number) => `Geben Sie eine Zahl von 1 bis ${formatCount(most)} ein.`,
      deriveNow: 'Schlüssel ableiten',
      deriving: 'Wird abgeleitet …',
      name: 'Name der Wallet',
      defaultName: (seed: string) => `Signaturserver, Seed ${seed}`,
      fallbackName: 'Signaturserver',
      keyLabel: (index: number) => `Schlüssel ${index}`,
      watchHint: (keys: number) =>
        plural(keys, {
          one: 'Beobachtet beide Adressen des Schlüssels, ohne den Schlüssel selbst.',
          other: 'Beobachtet beide Adressen aller # Schlüssel, ohne die Schlüssel selbst.'
        }),
      watch: 'In einer Wallet beobachten'
    },
    copied: { address: 'Adresse', publicKey: 'öffentlichen Schlüssel' }
  }
} satisfies typeof en;
