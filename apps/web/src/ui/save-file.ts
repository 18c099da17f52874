/** Offers a file to the person; its name keeps letters and digits. */
export function saveFile(name: string, ending: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.replace(/[^\p{L}\p{N}_]+/gu, '-').replace(/^-|-$/g, '')}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Tells spreadsheets that a file is UTF-8. */
export const byteOrderMark = '\uFEFF';
