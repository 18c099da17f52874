import { fontFamily } from '../../../ui/theme/tokens.ts';
import { dataUrlOf } from '../asking/data-url.ts';

const [family = ''] = fontFamily.replaceAll("'", '').split(',');

/** The font of the app as style rules that need nothing else, as far as a text uses it. A picture knows no files. */
export async function fontFacesFor(text: string): Promise<string> {
  const characters = new Set(Array.from(text, (character) => character.codePointAt(0)!));
  const faces = [...document.styleSheets].flatMap(facesIn);
  const needed = faces.filter(({ ranges }) => ranges.some(([from, to]) => hasOneOf(characters, from, to)));
  return (await Promise.all(needed.map(embedded))).join('');
}

interface Face {
  readonly style: CSSStyleDeclaration;
  readonly address: string;
  readonly ranges: readonly (readonly [number, number])[];
}

function facesIn(sheet: CSSStyleSheet): readonly Face[] {
  return [...sheet.cssRules].flatMap((rule) => {
    if (rule instanceof CSSImportRule) return rule.styleSheet ? facesIn(rule.styleSheet) : [];
    if (!(rule instanceof CSSFontFaceRule)) return [];
    const { style } = rule;
    if (!style.getPropertyValue('font-family').includes(family)) return [];
    const path = /url\(["']?([^"')]+)["']?\)/.exec(style.getPropertyValue('src'))?.[1];
    if (path === undefined) return [];
    const address = new URL(path, sheet.href ?? document.baseURI).href;
    return [{ style, address, ranges: rangesIn(style.getPropertyValue('unicode-range')) }];
  });
}

/** `U+0-FF, U+131`; without any, every character. */
function rangesIn(text: string): readonly (readonly [number, number])[] {
  const found = [...text.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi)];
  if (found.length === 0) return [[0, Number.MAX_SAFE_INTEGER]];
  return found.map(([, from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)]);
}

function hasOneOf(characters: ReadonlySet<number>, from: number, to: number): boolean {
  for (const character of characters) if (character >= from && character <= to) return true;
  return false;
}

/** Without the file, the picture has the font of the system. */
async function embedded({ style, address }: Face): Promise<string> {
  try {
    const reply = await fetch(address);
    if (!reply.ok) return '';
    const rules = ['font-weight', 'font-style', 'unicode-range']
      .filter((name) => style.getPropertyValue(name) !== '')
      .map((name) => `${name}:${style.getPropertyValue(name)};`);
    return `@font-face{font-family:'${family}';font-display:swap;${rules.join('')}src:url(${await dataUrlOf(await reply.blob())})}`;
  } catch {
    return '';
  }
}
