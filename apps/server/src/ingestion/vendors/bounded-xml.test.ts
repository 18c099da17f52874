import { describe, expect, it } from 'vitest';
import { childText, elementsNamed, parseBoundedXml } from './bounded-xml.ts';

const parse = (text: string | Buffer) => parseBoundedXml(typeof text === 'string' ? Buffer.from(text) : text);
const rootOf = (text: string | Buffer) => {
  const parsed = parse(text);
  return parsed.ok ? parsed.root : undefined;
};

describe('XML of a stranger', () => {
  it('becomes elements with attributes, children and text', () => {
    const root = rootOf('<?xml version="1.0"?><a x="1 &amp; 2"><b>one</b><c><b> two<![CDATA[ <3>]]> </b></c></a>')!;
    expect(root.attributes).toEqual({ x: '1 & 2' });
    expect(childText(root, 'b')).toBe('one');
    expect(childText(root, 'd')).toBeUndefined();
    expect([...elementsNamed(root, 'b')].map(({ text }) => text.trim())).toEqual(['one', 'two <3>']);
  });

  it('is read in the encoding it declares', () => {
    const accented = { text: 'Zürich' };
    expect(rootOf('\uFEFF<a>Zürich</a>')).toMatchObject(accented);
    expect(rootOf(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Zürich</a>', 'latin1'))).toMatchObject(
      accented,
    );
    expect(rootOf(Buffer.from('\uFEFF<a>Zürich</a>', 'utf16le'))).toMatchObject(accented);
  });

  it.each([
    ['not_xml', ''],
    ['not_xml', '{"json": true}'],
    ['not_xml', '<a><b></a></b>'],
    ['not_xml', '<a>&unknown;</a>'],
    ['not_xml', '<a>\u0000</a>'],
    ['not_xml', '<a/><b/>'],
    ['not_xml', '<a x="1" x="2"/>'],
    ['has_doctype', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['has_doctype', '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>'],
    ['too_deep', '<a>'.repeat(33)],
    ['too_wide', `<a ${Array.from({ length: 201 }, (_, i) => `x${i}="1"`).join(' ')}/>`],
    ['too_wide', `<a>${'<b/>'.repeat(100_000)}</a>`],
  ])('[S122] is refused as %s: %.60s', (flaw, text) => {
    expect(parse(text)).toEqual({ ok: false, flaw });
  });

  it('[S122] cannot name an attribute that means something to JavaScript', () => {
    const root = rootOf('<a __proto__="1" constructor="2"/>')!;
    expect(Object.keys(root.attributes)).toEqual(['__proto__', 'constructor']);
    expect(rootOf('<a/>')!.attributes.toString).toBeUndefined();
  });
});
