/** An element with a class and what is in it. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** Everything in an element, in place of what was there. Older browsers have no call for it. */
export function fill(parent: HTMLElement, ...children: readonly Node[]): void {
  parent.textContent = '';
  parent.append(...children);
}

const svg = 'http://www.w3.org/2000/svg';

/** A drawing of 100 by 100; each part is a path and its class. */
export function drawing(className: string, label: string, parts: readonly (readonly [string, string])[]): SVGElement {
  const made = document.createElementNS(svg, 'svg');
  made.setAttribute('viewBox', '0 0 100 100');
  made.setAttribute('class', className);
  made.setAttribute('role', 'img');
  made.setAttribute('aria-label', label);
  for (const [kind, d] of parts) {
    const path = document.createElementNS(svg, 'path');
    path.setAttribute('class', kind);
    path.setAttribute('d', d);
    made.append(path);
  }
  return made;
}
