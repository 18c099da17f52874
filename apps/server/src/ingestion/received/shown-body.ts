/** A body as it is shown: text that no browser interprets, of a limited length. */
export interface ShownBody {
  readonly form: 'json' | 'xml' | 'text' | 'hex';
  readonly text: string;
  /** Only its beginning is shown. */
  readonly isCut: boolean;
}

const maxTextBytes = 64 * 1024;
const maxHexBytes = 4 * 1024;
/** Indentation ends here, so that a deep body does not become mostly spaces. */
const maxIndent = 16;

export function showBody(body: Buffer): ShownBody {
  const head = body.subarray(0, maxTextBytes);
  const text = textOf(head, head.length < body.length);
  if (text === null) {
    return { form: 'hex', text: hexDump(body.subarray(0, maxHexBytes)), isCut: body.length > maxHexBytes };
  }
  const isCut = head.length < body.length;
  const first = text.trimStart()[0];
  if (first === '{' || first === '[') return { form: 'json', text: visible(indentJson(text)), isCut };
  if (first === '<') return { form: 'xml', text: visible(indentXml(text)), isCut };
  return { form: 'text', text: visible(text), isCut };
}

/** Null when the bytes are no UTF-8 text; the last character may be cut through. */
function textOf(bytes: Buffer, isCut: boolean): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}

/** Characters that are not seen, or that turn the direction of a text around, are spelled out. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, (mark) => {
    if (mark === '\r') return '';
    return `\\u{${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
  });
}

/** Puts each member on its own line. Strings and numbers stay as they were sent, and broken JSON stays broken. */
export function indentJson(text: string): string {
  const out: string[] = [];
  let depth = 0;
  const line = () => out.push('\n', '  '.repeat(Math.min(depth, maxIndent)));
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === '"') {
      const end = endOfString(text, at);
      out.push(text.slice(at, end));
      at = end - 1;
    } else if (char === '{' || char === '[') {
      const close = /^\s*[}\]]/.exec(text.slice(at + 1, at + 20));
      if (close) {
        out.push(char, close[0].trim());
        at += close[0].length;
        continue;
      }
      depth += 1;
      out.push(char);
      line();
    } else if (char === '}' || char === ']') {
      depth = Math.max(0, depth - 1);
      line();
      out.push(char);
    } else if (char === ',') {
      out.push(char);
      line();
    } else if (char === ':') {
      out.push(': ');
    } else if (!/\s/.test(char)) {
      out.push(char);
    }
  }
  return out.join('');
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** Puts each element on its own line; an element that has only text stays on one. */
export function indentXml(text: string): string {
  const lines: string[] = [];
  let depth = 0;
  const put = (part: string) => lines.push(`${'  '.repeat(Math.min(depth, maxIndent))}${part}`);
  for (let at = 0; at < text.length;) {
    const end = endOfPart(text, at);
    const part = text.slice(at, end).trim();
    at = end;
    if (part === '') continue;
    if (part.startsWith('</')) {
      depth = Math.max(0, depth - 1);
      const before = lines.at(-1)?.trimStart() ?? '';
      // <name>text</name>
      if (isOpening(before) && !before.includes('</')) lines.push(`${lines.pop()}${part}`);
      else put(part);
    } else if (isOpening(part)) {
      put(part);
      depth += 1;
    } else if (!part.startsWith('<') && isOpening(lines.at(-1)?.trimStart() ?? '')) {
      lines.push(`${lines.pop()}${part}`);
    } else {
      put(part);
    }
  }
  return lines.join('\n');
}

function isOpening(part: string): boolean {
  return /^<[^!?/]/.test(part) && !part.endsWith('/>');
}

/** A tag, a comment, a section of characters, or the text up to the next one. */
function endOfPart(text: string, at: number): number {
  const after = (mark: string) => {
    const found = text.indexOf(mark, at);
    return found === -1 ? text.length : found + mark.length;
  };
  if (text.startsWith('<!--', at)) return after('-->');
  if (text.startsWith('<![CDATA[', at)) return after(']]>');
  if (text[at] === '<') return after('>');
  const next = text.indexOf('<', at);
  return next === -1 ? text.length : next;
}

/** Sixteen bytes to a line: where they are, their digits, and what of them is text. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const part = bytes.subarray(at, at + 16);
    const digits = Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = Array.from(part, (byte) => (byte >= 32 && byte < 127 ? String.fromCodePoint(byte) : '.')).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${digits.padEnd(47)}  ${text}`);
  }
  return lines.join('\n');
}
