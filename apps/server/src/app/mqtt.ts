import { bindMqtt } from '../features/mqtt/routes.ts';
import type { Ingestion } from '../ingestion/ingestion.ts';
import { contextIn, isMapped, routeOf, vendorIn } from '../ingestion/mappings/mapped-vendor.ts';
import type { Node } from '../ingestion/lanes.ts';
import { tryConnection } from '../ingestion/mqtt/connection.ts';
import { type LinksOptions, settingsOf, startLinks } from '../ingestion/mqtt/links.ts';
import { wordsFor } from '../ingestion/mqtt/words.ts';
import { vendors } from '../ingestion/vendors/table.ts';
import { privateAddressesOf } from '../outgoing/private-addresses.ts';
import type { Core } from './core.ts';

export interface MqttSettings {
  /** Overrides of the default pauses. */
  readonly mqttPauses?: Pick<LinksOptions, 'firstWaitMs' | 'renewMs'>;
  readonly node?: Node;
}

/** Brokers of organizations: their settings, and the connections to them. */
export function openMqtt(
  core: Core,
  { mqttPauses, node }: MqttSettings,
  { reception, attempts, limits }: Pick<Ingestion, 'reception' | 'attempts' | 'limits'>,
): void {
  const { http, registry, directory, notifications, secrets, clock, log, config, onClose } = core;
  const listed = config.internalHosts ?? [];
  const isInternal = (host: string, port: number) => listed.includes(host) || listed.includes(`${host}:${port}`);

  bindMqtt(http, {
    registry,
    secrets,
    clock,
    async vendorsOf(orgId) {
      const { mappings } = await directory.estate(orgId);
      const taught = [...mappings.values()].map(({ code, name }) => ({ vendor: routeOf(code), title: name }));
      return [...[...vendors.values()].map(({ name, title }) => ({ vendor: name, title })), ...taught];
    },
    async tryConnection(broker) {
      try {
        await tryConnection({ settings: settingsOf(secrets, broker), isInternal });
        return null;
      } catch (error) {
        return wordsFor(error);
      }
    },
    privateAddressesOf,
  });
  const maxBytes = limits.sentBytes;
  const vendorOf = async (orgId: string, kind: string) => {
    if (!isMapped(kind)) return vendors.get(kind);
    const estate = await directory.estate(orgId);
    return vendorIn(vendors, kind, estate, contextIn(estate, null, clock()));
  };
  const parts = { registry, notifications, secrets, log, clock, vendorOf, reception, attempts, maxBytes, isInternal };
  const links = startLinks({ ...parts, ...mqttPauses, alone: node?.alone });
  onClose(() => links.stop());
}
