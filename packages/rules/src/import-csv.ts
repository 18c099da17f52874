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
  /** Physical lines of a row whose quotation marks are still open. */
  let open = '';
  let line = 0;
  let startLine = 1;
  let delimiter: string | undefined;

  const take = (text: string, records: CsvRecord[]) => {
    line += 1;
    if (open === '') startLine = line;
    const row = open === '' ? text : `${open}\n${text}`;
    if (row.length > maxRecord) throw new CsvProblem(importTexts.longRow);
    const quoted = row.includes('"');
    if (quoted && isOpen(row)) {
      open = row;
      return;
    }
    open = '';
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
      if (rest.length + open.length > maxRecord) throw new CsvProblem(importTexts.longRow);
      return records;
    },
    end() {
      const records: CsvRecord[] = [];
      if (rest !== '') take(rest, records);
      rest = '';
      if (open !== '') throw new CsvProblem(`A quotation mark in line ${startLine} is never closed.`);
      return records;
    },
  };
}

/** An odd number of quotation marks: the row goes on in the next line. */
function isOpen(text: string): boolean {
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
  let at = 0;
  while (at <= row.length) {
    if (row[at] === '"') {
      let field = '';
      for (;;) {
        const mark = row.indexOf('"', at + 1);
        field += row.slice(at + 1, mark);
        at = mark + 1;
        if (row[at] !== '"') break;
        field += '"';
      }
      const end = row.indexOf(delimiter, at);
      fields.push(field + row.slice(at, end < 0 ? row.length : end));
      at = end < 0 ? row.length + 1 : end + 1;
    } else {
      const end = row.indexOf(delimiter, at);
      fields.push(row.slice(at, end < 0 ? row.length : end));
      at = end < 0 ? row.length + 1 : end + 1;
    }
  }
  return fields;
}
