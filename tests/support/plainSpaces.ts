/** Text with the spaces that no line breaks at, as between a number and its unit, as common ones: tables stay legible. */
export const plainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');
