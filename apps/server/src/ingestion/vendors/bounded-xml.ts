import { SaxesParser } from 'saxes';

const deepest = 32;
/** With comments and the declaration. */
const maxElements = 50_000;
const maxAttributes = 200;

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Without the text of its children. */
  readonly text: string;
}

export type BoundedXml =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly flaw: 'not_xml' | 'too_deep' | 'too_wide' | 'has_doctype' };

type Flaw = Extract<BoundedXml, { ok: false }>['flaw'];

/** Parses XML from a stranger: no document type, so no entities of its own and nothing fetched, and only so deep and wide. */
export function parseBoundedXml(body: Buffer): BoundedXml {
  const xml = textOf(body);
  if (hasTooManyElements(xml)) return { ok: false, flaw: 'too_wide' };
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const open: { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }[] = [];
  let root: XmlElement | undefined;
  parser.on('error', () => stop('not_xml'));
  parser.on('doctype', () => stop('has_doctype'));
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === deepest) stop('too_deep');
    if (Object.keys(attributes).length > maxAttributes) stop('too_wide');
    const element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (open.length === 0) root = closed;
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    parser.write(xml).close();
  } catch (error) {
    if (error instanceof Unacceptable) return { ok: false, flaw: error.flaw };
    throw error;
  }
  return root ? { ok: true, root } : { ok: false, flaw: 'not_xml' };
}

/** All elements of a name, however deep. */
export function* elementsNamed(element: XmlElement, name: string): Generator<XmlElement> {
  if (element.name === name) yield element;
  for (const child of element.children) yield* elementsNamed(child, name);
}

/** The text of the first child of that name; undefined where there is none. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text.trim();
}

/** Counted before parsing, which would take long for so many. */
function hasTooManyElements(xml: string): boolean {
  let elements = 0;
  for (let at = xml.indexOf('<'); at >= 0 && elements <= maxElements; at = xml.indexOf('<', at + 1))
    if (xml[at + 1] !== '/') elements += 1;
  return elements > maxElements;
}

function stop(flaw: Flaw): never {
  throw new Unacceptable(flaw);
}

class Unacceptable extends Error {
  readonly flaw: Flaw;
  constructor(flaw: Flaw) {
    super(flaw);
    this.flaw = flaw;
  }
}

/** UTF-8 unless a byte order mark or the declaration says otherwise. */
function textOf(body: Buffer): string {
  if (body[0] === 0xff && body[1] === 0xfe) return body.toString('utf16le').replace(/^\uFEFF/, '');
  const declared = /^(?:\xEF\xBB\xBF)?\s*<\?xml[^>]*encoding=["']([\w.-]+)/.exec(
    body.subarray(0, 200).toString('latin1'),
  );
  const isLatin = /^(iso-8859-1|latin-?1|windows-1252|us-ascii)$/i.test(declared?.[1] ?? '');
  return body.toString(isLatin ? 'latin1' : 'utf8').replace(/^\uFEFF/, '');
}
