import { importTexts } from './import-file.ts';

/** One row of a CSV file. */
export interface CsvRecord {
  /** The line it begins in, counted from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** Reads a CSV file piece by piece, with as much memory as its longest row. */
export interface CsvStream {
  /** The rows that this piece completes. */
  push(text: string): CsvRecord[];
  /** The row that ends without a line break, if any. */
  end(): CsvRecord[];
}

/** Nothing in the file can be trusted from here on. */
export class CsvProblem extends Error {}

const maxRecord = 100_000;

/** Comma, semicolon or tab, whichever the header has most of; quoted fields may contain line breaks. */
export function openCsv(): CsvStream {
  let rest = '';
  /** Physical lines of a row whose quotation marks are still open, and their length. */
  let open: string[] = [];
  let openLength = 0;
  let line = 0;
  let startLine = 1;
  let delimiter: string | undefined;

  const take = (text: string, records: CsvRecord[]) => {
    line += 1;
    const isFirst = open.length === 0;
    if (isFirst) startLine = line;
    if (openLength + text.length > maxRecord) throw new CsvProblem(importTexts.longRow);
    const hasMarks = text.includes('"');
    // Each line is looked at once: an open row may have as many lines as characters.
    if ((hasMarks && hasOddMarks(text)) === isFirst) {
      open.push(text);
      openLength += text.length + 1;
      return;
    }
    const quoted = hasMarks || !isFirst;
    const row = isFirst ? text : [...open, text].join('\n');
    open = [];
    openLength = 0;
    const whole = row.endsWith('\r') ? row.slice(0, -1) : row;
    if (whole.trim() === '') return;
    delimiter ??= delimiterOf(whole);
    const fields = quoted ? quotedFields(whole, delimiter) : whole.split(delimiter);
    records.push({ line: startLine, fields });
  };

  return {
    push(text) {
      const records: CsvRecord[] = [];
      // A byte order mark is no part of the first name.
      const all = line === 0 && rest === '' ? text.replace(/^\uFEFF/, '') : rest + text;
      let from = 0;
      for (let to = all.indexOf('\n'); to >= 0; to = all.indexOf('\n', from)) {
        take(all.slice(from, to), records);
        from = to + 1;
      }
      rest = all.slice(from);
      if (rest.length + openLength > maxRecord) throw new CsvProblem(importTexts.longRow);
      return records;
    },
    end() {
      const records: CsvRecord[] = [];
      if (rest !== '') take(rest, records);
      rest = '';
      if (open.length > 0) throw new CsvProblem(`A quotation mark in line ${startLine} is never closed.`);
      return records;
    },
  };
}

/** A row with an odd number of quotation marks goes on in the next line. */
function hasOddMarks(text: string): boolean {
  let marks = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) marks += 1;
  return marks % 2 === 1;
}

function delimiterOf(header: string): string {
  const plain = header.replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: plain.split(mark).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).mark;
}

function quotedFields(row: string, delimiter: string): string[] {
  const fields: string[] = [];
  for (let at = 0; at <= row.length;) {
    const { text, after } = row[at] === '"' ? quotedText(row, at) : { text: '', after: at };
    const next = row.indexOf(delimiter, after);
    const end = next < 0 ? row.length : next;
    fields.push(text + row.slice(after, end));
    at = end + 1;
  }
  return fields;
}

/** What is between quotation marks, and where that ends. One that nothing closes is a character like any other. */
function quotedText(row: string, start: number): { text: string; after: number } {
  let text = '';
  for (let at = start; ;) {
    const mark = row.indexOf('"', at + 1);
    if (mark < 0) return { text: '', after: start };
    text += row.slice(at + 1, mark);
    if (row[mark + 1] !== '"') return { text, after: mark + 1 };
    text += '"';
    at = mark + 1;
  }
}
