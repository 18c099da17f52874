import Papa from 'papaparse';

/** The rows of CSV from a stranger, quotes read; undefined where there are more than `most`. */
export function csvRows(text: string, delimiter: string, most: number): string[][] | undefined {
  // One more than allowed, so that a longer text is noticed without being read.
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: most + 1, skipEmptyLines: 'greedy' });
  return data.length > most ? undefined : data.map((row) => row.map((cell) => cell.trim()));
}
