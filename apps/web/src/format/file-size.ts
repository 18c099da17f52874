const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `1.4 MB`: in steps of 1024, with two significant digits. */
export function fileSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** step;
  const digits = step === 0 || value >= 10 ? 0 : 1;
  return bytes === 1 ? '1 byte' : `${value.toFixed(digits)} ${units[step]}`;
}
