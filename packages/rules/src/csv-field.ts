export type CsvValue = string | number | null;

/** Characters that begin a formula, including their full-width forms, which some spreadsheets treat alike. */
const formula = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20';
const beginsFormula = new RegExp(`^(?:\\s*[${formula}]|[;\\t\\r\\n])`);
/** Where commas do not separate cells, another character does, and a formula could begin after it. */
const formulaInside = new RegExp(`([;\\t\\r\\n|][\\s"']*)(?=[${formula}])`, 'g');

/** A field of a CSV file that spreadsheets open as intended: text that looks like a formula stays text. */
export function csvField(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const inside = value.replaceAll(formulaInside, "$1'");
  const text = beginsFormula.test(inside) ? `'${inside}` : inside;
  return /[",;\t\r\n|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
