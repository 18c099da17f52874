import { saveFile } from '../../../ui/save-file.ts';
import { fontFacesFor } from './picture-font.ts';

/** Twice as many pixels as on screen. */
const scale = 2;
const fontWait = 200;

/** Saves what an element shows as a PNG file. */
export async function savePicture(name: string, element: HTMLElement): Promise<void> {
  saveFile(name, 'png', await pictureOf(element));
}

/** What an element shows, as a PNG. */
export async function pictureOf(element: HTMLElement): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect();
  const image = new Image();
  const fonts = await fontFacesFor(element.textContent);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(element, width, height, fonts))}`;
  await image.decode();
  // Fonts inside of an image arrive after it, and nothing says when.
  if (fonts !== '') await new Promise((resolve) => setTimeout(resolve, fontWait));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas');
  context.scale(scale, scale);
  context.drawImage(image, 0, 0);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!file) throw new Error('The picture is empty');
  return file;
}

/** The element as an image of its own: it knows no style sheets, so every style is written into it. */
function svgOf(element: HTMLElement, width: number, height: number, fonts: string): string {
  const copy = copyOf(element) as HTMLElement;
  copy.style.margin = '0';
  const page = new XMLSerializer().serializeToString(copy);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>${fonts}</style><foreignObject width="100%" height="100%">${page}</foreignObject></svg>`;
}

/** What can be pressed is left out. */
const controls = 'button, input, [role="menu"], [role="status"]';

function copyOf(node: Element): Element {
  const copy = node.cloneNode(false) as Element;
  const style = getComputedStyle(node);
  const text = Array.from(style, (property) => `${property}:${style.getPropertyValue(property)}`).join(';');
  copy.setAttribute('style', text);
  for (const child of node.childNodes) {
    if (child instanceof Element) {
      if (!child.matches(controls)) copy.append(copyOf(child));
    } else if (child instanceof Text) copy.append(child.cloneNode());
  }
  return copy;
}
