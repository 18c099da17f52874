import { csvRows } from '@atrium/rules/csv-rows';
import type { MappingSpec } from '@atrium/rules/mapping';
import { parseBounded } from '../vendors/bounded-json.ts';
import { parseBoundedXml, type XmlElement } from '../vendors/bounded-xml.ts';
import { type Flaw, maxRecords } from '../vendors/vendor.ts';

/** The content of a body, the same for every format: texts, numbers and switches in objects and lists. */
export type Document = { readonly ok: true; readonly top: unknown } | { readonly ok: false; readonly flaw: Flaw };

const maxColumns = 200;
/** As in other formats, so that reading it takes no longer: a week of minutes has fewer in twenty columns. */
const maxCells = 250_000;

/** Reads a body within bounds. Objects are asked for own keys only, so no name in a body means anything to the program. */
export function readDocument(body: Buffer, { format, csv }: Pick<MappingSpec, 'format' | 'csv'>): Document {
  switch (format) {
    case 'json': {
      const read = parseBounded(body);
      return read.ok ? { ok: true, top: read.value } : read;
    }
    case 'xml': {
      const read = parseBoundedXml(body);
      return read.ok ? { ok: true, top: { [read.root.name]: ofElement(read.root) } } : read;
    }
    case 'csv':
      return readTable(body, csv);
  }
}

/** An element is its text where it has nothing else; children of one name are a list. */
function ofElement({ attributes, children, text }: XmlElement): unknown {
  const names = Object.keys(attributes);
  if (names.length === 0 && children.length === 0) return text.trim();
  const values = new Map<string, unknown>(names.map((name) => [`@${name}`, attributes[name]]));
  const groups = new Map<string, XmlElement[]>();
  for (const child of children) {
    const same = groups.get(child.name);
    if (same) same.push(child);
    else groups.set(child.name, [child]);
  }
  for (const [name, same] of groups) values.set(name, same.length === 1 ? ofElement(same[0]!) : same.map(ofElement));
  if (text.trim() !== '') values.set('#text', text.trim());
  return Object.fromEntries(values);
}

function readTable(body: Buffer, { delimiter, header }: MappingSpec['csv']): Document {
  if (isTooWide(body, delimiter.charCodeAt(0))) return { ok: false, flaw: 'too_wide' };
  const rows = csvRows(textOf(body), delimiter, maxRecords + 1);
  if (!rows) return { ok: false, flaw: 'too_many_records' };
  const columns = header ? columnsOf(rows[0] ?? []) : (rows[0] ?? []).map((_, index) => String(index));
  const records = header ? rows.slice(1) : rows;
  if (columns.length < 2 || records.length === 0) return { ok: false, flaw: 'unknown_shape' };
  return { ok: true, top: records.map((row) => recordOf(columns, row)) };
}

/** Without the cells that a short row does not have: a wide header must not make every row wide. */
function recordOf(columns: readonly string[], row: readonly string[]): Record<string, string> {
  const width = Math.min(columns.length, row.length);
  const cells: [string, string][] = [];
  for (let index = 0; index < width; index += 1) cells.push([columns[index]!, row[index]!]);
  return Object.fromEntries(cells);
}

/** A column without a name of its own is called by its position. */
function columnsOf(header: readonly string[]): string[] {
  const known = new Set<string>();
  return header.map((name, index) => {
    const column = name === '' || known.has(name) ? String(index) : name;
    known.add(column);
    return column;
  });
}

const newline = 0x0a;

/** Counted on the bytes, before anything is allocated. */
function isTooWide(body: Buffer, delimiter: number): boolean {
  let columns = 0;
  let cells = 0;
  for (const byte of body) {
    if (byte === newline) columns = 0;
    else if (byte === delimiter) {
      columns += 1;
      cells += 1;
      if (columns > maxColumns || cells > maxCells) return true;
    }
  }
  return false;
}

/** Spreadsheets write UTF-16 or Windows-1252 where others write UTF-8. */
function textOf(body: Buffer): string {
  if (body[0] === 0xff && body[1] === 0xfe) return body.subarray(2).toString('utf16le');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return body.toString('latin1');
  }
}
