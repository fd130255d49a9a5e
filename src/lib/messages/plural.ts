import { formatCount } from './numbers';
import { intlTag, locale, type Locale } from './locale';

/** A text for each plural category of a language; `#` stands for the number. `other` is always there. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

const rules = new Map<Locale, Intl.PluralRules>();

/** The form that the page's language demands for the count: `plural(2, { one: '# block', other: '# blocks' })`. */
export function plural(count: number | bigint, forms: PluralForms): string {
  let rule = rules.get(locale());
  if (rule === undefined) rules.set(locale(), (rule = new Intl.PluralRules(intlTag())));
  const form = forms[rule.select(Number(count))] ?? forms.other;
  return form.replaceAll('#', formatCount(count));
}
