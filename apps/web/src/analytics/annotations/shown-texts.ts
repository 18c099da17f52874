/** What charts and lists say of annotations; the texts of the dialogs are loaded with them. */
export const shownTexts = {
  read: { title: 'Annotation', fail: 'Unable to retrieve annotations' },
  at: (text: string, place: string) => `${text} (${place})`,
  range: (from: string, to: string) => `${from} – ${to}`,
} as const;
