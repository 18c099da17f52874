// Old syntax only: this must run on a Node that could not parse the rest.
export function nodeIsNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return true;
  console.error('Atrium needs Node 20.19 or newer; this is ' + process.versions.node + '.');
  process.exitCode = 1;
  return false;
}
