// Old syntax only: this must run on a Node that could not parse the rest.
export function nodeIsNewEnough() {
  const parts = process.versions.node.split('.').map(Number);
  if (parts[0] > 20 || (parts[0] === 20 && parts[1] >= 19)) return true;
  console.error('Atrium needs Node 20.19 or newer; this is ' + process.versions.node + '.');
  process.exitCode = 1;
  return false;
}
