import type { XmlElement } from './bounded-xml.ts';
import { type Collector, decodeJson, decodeXml, type ReadMessage } from './collector.ts';
import { identityIn } from './identity.ts';
import { macAddress, type Vendor } from './vendor.ts';

type Described = Pick<Vendor, 'name' | 'title' | 'generation'>;

/** A vendor whose bodies are JSON: one message, or several in a list. */
export function jsonVendor(of: Described & { readonly read: ReadMessage }): Vendor {
  return documentVendor(of, /^(application\/(json|.+\+json|octet-stream)|text\/(json|plain))$/, (body, context) =>
    decodeJson(body, of.read, context),
  );
}

export function xmlVendor(of: Described & { readonly read: (root: XmlElement, into: Collector) => void }): Vendor {
  return documentVendor(of, /^(application\/(xml|.+\+xml|octet-stream)|text\/(xml|plain))$/, (body) =>
    decodeXml(body, of.read),
  );
}

/** The content type is a free setting of many devices; only what is certainly something else is refused. */
export function documentVendor(of: Described, types: RegExp, decode: Vendor['decode']): Vendor {
  const { name, title, generation } = of;
  return {
    name,
    title,
    generation,
    addressed: macAddress,
    acceptsType: (type) => type === '' || types.test(type),
    identify: (body) => identityIn(decode(body)),
    decode,
  };
}
