/**
 * The definition of an email address, on both ends; forms get it from the reference data. One address, and nothing that
 * a mail header could misread.
 */
export const emailPattern =
  /^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

const longest = 254;

export function isEmail(text: string): boolean {
  return text.length <= longest && emailPattern.test(text);
}
