import { type ReactNode, useEffect, useState } from 'react';

interface Props {
  value: string;
  children: (state: { copied: boolean; copy: () => void }) => ReactNode;
}

const shownMs = 2000;

/** Copies a value, also for pages on plain http, to which browsers give no clipboard. */
export function Copy({ value, children }: Props) {
  const [copiedAt, setCopiedAt] = useState<number>();
  useEffect(() => {
    if (copiedAt === undefined) return undefined;
    const timer = setTimeout(() => setCopiedAt(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = () => void copyText(value).then((isDone) => isDone && setCopiedAt(Date.now()));
  return children({ copied: copiedAt !== undefined, copy });
}

async function copyText(text: string): Promise<boolean> {
  try {
    // Absent on plain http.
    await (navigator as Partial<Navigator>).clipboard!.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The way of older browsers: what is selected in a field is copied. The field stays inside a dialog that keeps the focus. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; opacity: 0';
  (before?.parentElement ?? document.body).append(field);
  field.select();
  try {
    // Deprecated, and there is nothing else for these pages.
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
