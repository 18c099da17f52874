import { mainProduct, occupancyProduct } from '@atrium/contract/product';
import type { Product } from '@atrium/rules/subscription';

const names: Record<Product, string> = { atrium: mainProduct.name, headroom: occupancyProduct.name };

/** `2026-03-16` in the administration format: 03/16/2026. */
function inWords(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

function renewal(phone: string | null | undefined): string {
  return phone
    ? `To renew it, please call our billing department at ${phone}.`
    : 'To renew it, please contact your provider.';
}

/** A subscription that ends soon. */
export function endingWords(
  { product, on, days }: { product: Product; on: string; days: number },
  phone: string | null | undefined,
): string {
  const when = days === 1 ? 'tomorrow' : `in ${days} days`;
  return `Your ${names[product]} subscription expires ${when}, on ${inWords(on)}. ${renewal(phone)}`;
}

/** A subscription that has ended. */
export function endedWords(product: Product, on: string | null, phone: string | null | undefined): string {
  const since = on === null ? 'has expired' : `expired on ${inWords(on)}`;
  return `Your ${names[product]} subscription ${since}. ${renewal(phone)}`;
}
