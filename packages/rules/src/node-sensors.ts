import type { Problem } from './problem.ts';
import { formatMac, normalizeMac } from './mac-address.ts';

export const nodeTexts = {
  format: 'Node sensor MAC addresses must have 17 characters, such as 00:11:22:AA:BB:CC',
  own: 'A node sensor cannot have the MAC address of the sensor itself',
  repeated: 'A node sensor cannot be listed twice',
} as const;

/** The notation of a node's address: six pairs with colons. */
export const nodeMacLength = 17;

/** Normalized nodes: uppercase, without blank entries; null if there are none. */
export function normalizedNodes(nodes: readonly string[] | null | undefined): string[] | null {
  const written = (nodes ?? []).map((node) => node.trim().toUpperCase()).filter((node) => node !== '');
  return written.length === 0 ? null : written;
}

/** The problems of the nodes of a sensor with this address. */
export function nodeProblems(macAddress: string | null, nodes: readonly string[] | null | undefined): Problem[] {
  const own = formatMac(macAddress ?? '');
  const seen = new Set<string>();
  return (nodes ?? []).flatMap((node, index) => {
    const [settled] = normalizedNodes([node]) ?? [];
    if (settled === undefined) return [];
    const message = problemOf(settled, own, seen);
    seen.add(settled);
    return message === undefined ? [] : [{ path: `nodeSensors.${index}`, message }];
  });
}

function problemOf(node: string, own: string, seen: ReadonlySet<string>): string | undefined {
  if (node.length !== nodeMacLength || formatMac(normalizeMac(node) ?? '') !== node) return nodeTexts.format;
  if (node === own) return nodeTexts.own;
  return seen.has(node) ? nodeTexts.repeated : undefined;
}
