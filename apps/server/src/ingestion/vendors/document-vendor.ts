import type { XmlElement } from './bounded-xml.ts';
import { type Collector, decodeJson, decodeXml, type ReadMessage } from './collector.ts';
import { identityIn } from './identity.ts';
import { macAddress, type Vendor } from './vendor.ts';

type Described = Pick<Vendor, 'name' | 'title' | 'generation'>;

/** A vendor whose bodies are JSON: one message, or several in a list. */
export function jsonVendor(of: Described & { readonly read: ReadMessage }): Vendor {
  const accepted = /^(application\/(json|.+\+json|octet-stream)|text\/(json|plain))$/;
  return documentVendor({ ...of, contentType: 'application/json' }, accepted, (body, context) =>
    decodeJson(body, of.read, context),
  );
}

export function xmlVendor(of: Described & { readonly read: (root: XmlElement, into: Collector) => void }): Vendor {
  const accepted = /^(application\/(xml|.+\+xml|octet-stream)|text\/(xml|plain))$/;
  return documentVendor({ ...of, contentType: 'application/xml' }, accepted, (body) => decodeXml(body, of.read));
}

/** The content type is a free setting of many devices; only what is certainly something else is refused. */
export function documentVendor(
  of: Described & Pick<Vendor, 'contentType'>,
  types: RegExp,
  decode: Vendor['decode'],
): Vendor {
  const { name, title, generation, contentType } = of;
  return {
    name,
    title,
    generation,
    addressed: macAddress,
    acceptsType: (type) => type === '' || types.test(type),
    contentType,
    identify: (body) => identityIn(decode(body)),
    decode,
  };
}
