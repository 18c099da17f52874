import { describe, expect, it } from 'vitest';
import { showBody } from './shown-body.ts';

const shown = (text: string) => showBody(Buffer.from(text));

describe('a shown body', () => {
  it('[R597] has the members of JSON on their own lines, with strings and numbers as they were sent', () => {
    expect(shown('{"a":[1,{"b":"x{,\\"y"}],"n":12345678901234567890,"e":{ },"z":[]}')).toEqual({
      form: 'json',
      isCut: false,
      text: '{\n  "a": [\n    1,\n    {\n      "b": "x{,\\"y"\n    }\n  ],\n  "n": 12345678901234567890,\n  "e": {},\n  "z": []\n}',
    });
    expect(shown('[1,2').text).toBe('[\n  1,\n  2');
  });

  it('[R597] has the elements of XML on their own lines', () => {
    const text = '<?xml version="1.0"?><a x="1"><!-- b > c --><b>5</b><c/><d><e>f</e></d></a>';
    expect(shown(text)).toEqual({
      form: 'xml',
      isCut: false,
      text: '<?xml version="1.0"?>\n<a x="1">\n  <!-- b > c -->\n  <b>5</b>\n  <c/>\n  <d>\n    <e>f</e>\n  </d>\n</a>',
    });
  });

  it('[S123] spells out characters that are not seen or turn a text around', () => {
    expect(shown('a\u202Eb\u0007c\tmore\r\n\u200Bend')).toEqual({
      form: 'text',
      isCut: false,
      text: 'a\\u{202e}b\\u{0007}c\tmore\n\\u{200b}end',
    });
  });

  it('[R597] is a dump of bytes that are no text', () => {
    expect(showBody(Buffer.from([0, 255, 65, 66]))).toEqual({
      form: 'hex',
      isCut: false,
      text: `00000000  00 ff 41 42${' '.repeat(36)}  ..AB`,
    });
  });

  it('[S123] is cut where it is large, between characters, and stays quick when it is deep', () => {
    const large = shown(`"${'é'.repeat(100_000)}"`);
    expect(large.isCut).toBe(true);
    expect(large.text).not.toContain('\uFFFD');
    expect(large.text.length).toBeLessThan(70_000);
    const before = performance.now();
    expect(shown('['.repeat(60_000)).text.length).toBeLessThan(60_000 * 40);
    expect(shown('<a>'.repeat(20_000)).form).toBe('xml');
    expect(shown('<'.repeat(60_000)).form).toBe('xml');
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(showBody(Buffer.alloc(100_000, 0)).text.split('\n')).toHaveLength(256);
  });
});
