import { expectNoViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { limitMs } from '../support/limits';

const GENESIS_PHRASE = `${'abandon '.repeat(11)}about`;

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

test.describe('a new password', () => {
  for (const [locale, words] of [
    [
      'en',
      {
        phrase: 'Words',
        go: 'Continue',
        name: 'Name',
        password: 'Password',
        repeat: 'Repeat password',
        strength: 'Password strength',
        save: 'Restore wallet',
        common: /one of the most common passwords/,
        pattern: /key rows, sequences/,
        good: /good|strong/
      }
    ],
    [
      'de',
      {
        phrase: 'Wörter',
        go: 'Weiter',
        name: 'Name',
        password: 'Passwort',
        repeat: 'Passwort wiederholen',
        strength: 'Passwortstärke',
        save: /wiederherstellen/,
        common: /eines der häufigsten Passwörter/,
        pattern: /Tastenreihen, Folgen/,
        good: /gut|stark/
      }
    ]
  ] as const) {
    test.describe(locale, () => {
      test.use({ locale: locale === 'en' ? 'en-US' : 'de-DE' });

      test('is refused with the reason when easy to guess, and accepted otherwise', async ({ app, page }) => {
        await page.goto(app.signInLink.replace('#', '?next=/wallet/setup/restore#'));
        await page.getByRole('textbox', { name: words.phrase }).fill(GENESIS_PHRASE);
        await page.getByRole('button', { name: words.go, exact: true }).click();
        await page.getByLabel(words.name, { exact: true }).fill('W');
        const [password, repeat] = [page.getByLabel(words.password, { exact: true }), page.getByLabel(words.repeat)];
        const meter = page.getByRole('meter', { name: words.strength });
        const save = page.getByRole('button', { name: words.save });
        for (const [typed, reason] of [
          ['password', words.common],
          ['Passwort1!', words.common],
          ['aaaaaaaaaaaa', words.pattern]
        ] as const) {
          await password.fill(typed);
          await repeat.fill(typed);
          await expect(password, typed).toHaveAccessibleDescription(reason);
          await expect(meter).toHaveAttribute('aria-valuenow', /[012]/);
          await expect(save).toBeDisabled();
        }
        await expectNoViolations(page, { where: 'a weak password' });
        await password.fill('vier lose Ziegel tanzen');
        await repeat.fill('vier lose Ziegel tanzen');
        await expect(meter).toHaveAttribute('aria-valuetext', words.good);
        await save.click();
        await expect(page).toHaveURL(/\/wallet\/(?!setup)/, { timeout: limitMs(60_000) });
        // Closed before its app stops: it would log failed requests.
        await page.close();
      });
    });
  }
});
