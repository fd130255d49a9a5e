import type en from '../../en/chain/validate';
import { formatCount, formatLarge } from '../../format';
import { plural } from '../../plural';

export default {
  title: 'Transaktionen validieren',
  lead: 'Prüft, ob der Node eine Liste von V1-Transaktionen annehmen würde. Es wird nichts ins Netzwerk gesendet.',
  form: {
    title: 'Transaktionen',
    label: 'Transaktionen als JSON',
    hint: 'Ein JSON-Array, Eltern vor Kindern. Leere Listen können fehlen. Beträge in Hastings, als Zahl oder als Text.',
    submit: 'Validieren',
    fromFile: 'Aus einer Datei',
    clear: 'Leeren',
    length: (characters: number, limit: number) => `${formatCount(characters)} von ${formatCount(limit)} Zeichen.`,
    loadedFrom: (name: string) => `Aus ${name} geladen.`
  },
  examples: {
    label: 'Beispiele',
    intro: 'Beispiele:',
    names: {
      nothing: 'leere Liste',
      empty: 'leere Transaktion',
      data: 'Zusatzdaten',
      unbalanced: 'Outputs ohne Inputs',
      broken: 'ungültiges JSON'
    }
  },
  validating: 'Wird validiert …',
  accepted: {
    title: 'Angenommen',
    set: (count: number) =>
      count === 0
        ? 'Der Node würde diese leere Liste annehmen.'
        : plural(count, {
            one: 'Der Node würde diese Transaktion annehmen.',
            other: 'Der Node würde diese # Transaktionen annehmen.'
          }),
    validated: 'Validiert'
  },
  rejected: {
    title: 'Abgelehnt',
    noMessage: 'Keine Meldung des Nodes'
  },
  unreadable: {
    title: 'Ungültige Eingabe',
    notSent: 'An den Node wurde nichts gesendet.',
    goTo: 'Zum Fehler springen',
    at: (line: number, column: number, fault: string) =>
      `Zeile ${formatCount(line)}, Spalte ${formatCount(column)}: ${fault}`,
    faults: {
      tooLarge: (limit: number) => `Mehr als ${formatLarge(limit)} Zeichen passen nicht in einen Block.`,
      empty: 'Geben Sie zuerst Transaktionen ein.',
      incomplete: 'Unerwartetes Ende des JSON. Eine Klammer oder ein Anführungszeichen ist nicht geschlossen.',
      unexpectedCharacter: (character: string) => `Unerwartetes Zeichen „${JSON.stringify(character).slice(1, -1)}“.`,
      unreadableJson: 'Nicht unterstütztes JSON.',
      notAList: 'Erwartet wird ein Array. Setzen Sie die Transaktionen in [ ].',
      notAnObject: (transaction: number) => `Transaktion ${formatCount(transaction)} ist kein JSON-Objekt.`,
      wrongShape: (transaction: number, path: string) =>
        path === ''
          ? `Transaktion ${formatCount(transaction)} hat nicht das Format einer Transaktion.`
          : `Transaktion ${formatCount(transaction)}: Das Feld ${path} hat einen ungültigen Wert.`
    }
  },
  failed: 'Die Liste konnte nicht validiert werden',
  read: {
    unknownKeys: (keys: readonly string[]) =>
      `Unbekannte Felder ignoriert: ${keys.map((key) => `„${key}“`).join(', ')}. Eine falsch geschriebene Liste gilt als leer.`,
    daemon: (count: number) =>
      plural(count, {
        one: '# Transaktion, wie gelesen (Daemon-Format)',
        other: '# Transaktionen, wie gelesen (Daemon-Format)'
      }),
    walletServer: (count: number) =>
      plural(count, {
        one: '# Transaktion, wie gelesen (Wallet-Server-Format)',
        other: '# Transaktionen, wie gelesen (Wallet-Server-Format)'
      }),
    transaction: (position: number) => `Transaktion ${formatCount(position)}`
  }
} satisfies typeof en;
