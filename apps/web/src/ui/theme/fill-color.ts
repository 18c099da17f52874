/** The color of a fill from 0 to 100 percent: one ramp from calm to urgent, readable as text in both schemes. */
export function fillColor(percent: number): string {
  return percent <= 50 ? mixed('success', 'warning', percent * 2) : mixed('warning', 'danger', (percent - 50) * 2);
}

function mixed(from: string, to: string, share: number): string {
  return `color-mix(in oklab, var(--atrium-${to}) ${share}%, var(--atrium-${from}))`;
}
