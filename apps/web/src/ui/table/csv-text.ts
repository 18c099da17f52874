type CsvValue = string | number | null;

/** Lines of a file that spreadsheets open as it is meant: text that looks like a formula stays text. */
export function csvText(lines: readonly (readonly CsvValue[])[]): string {
  return lines.map((values) => `${values.map(csvField).join(',')}\r\n`).join('');
}

/** Signs that begin a formula, in their full width too: some spreadsheets take those for the same. */
const formula = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20';
const beginsFormula = new RegExp(`^(?:\\s*[${formula}]|[;\\t\\r\\n])`);
/** Where commas do not separate cells, something else does, and a formula could begin behind it. */
const formulaInside = new RegExp(`([;\\t\\r\\n|][\\s"']*)(?=[${formula}])`, 'g');

function csvField(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const inside = value.replaceAll(formulaInside, "$1'");
  const text = beginsFormula.test(inside) ? `'${inside}` : inside;
  return /[",;\t\r\n|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
