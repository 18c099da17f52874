import { attachmentRelations } from '../features/attachments/relations-store.ts';
import { type Attachments, createAttachments } from '../features/attachments/attachments.ts';
import { bindAttachments } from '../features/attachments/routes.ts';
import { bindCustomFields } from '../features/custom-fields/routes.ts';
import { createTickets } from '../features/tickets/tickets.ts';
import { helpDeskOf } from '../features/tickets/freshdesk.ts';
import { createHelpDeskRequests } from '../features/tickets/installation.ts';
import { bindTickets } from '../features/tickets/routes.ts';
import { createEstateFiles, type EstateFiles } from '../features/estate-files/estate-files.ts';
import { readEstate } from '../features/estate-files/reading.ts';
import { readInThread } from '../features/estate-files/reading-thread.ts';
import { bindEstateFiles } from '../features/estate-files/routes.ts';
import { bindMappings, type Teacher } from '../features/mappings/routes.ts';
import { bindOfflineSensors } from '../features/offline-sensors/routes.ts';
import type { Organizations } from '../features/organizations/organizations.ts';
import { bindOrganizations } from '../features/organizations/routes.ts';
import { bindPickers } from '../features/pickers/routes.ts';
import { geocoderOf } from '../features/places/addresses.ts';
import { placeRelations } from '../features/places/includes-store.ts';
import { bindLocations } from '../features/places/location-routes.ts';
import { createLocations } from '../features/places/locations.ts';
import { bindSites } from '../features/places/site-routes.ts';
import { createSites } from '../features/places/sites.ts';
import { zoneAt } from '../features/places/zone-at.ts';
import { bindReference } from '../features/reference/routes.ts';
import { assignToNewLocations } from '../features/schedules/assignments.ts';
import { bindSchedules } from '../features/schedules/routes.ts';
import { bindSearch } from '../features/search/routes.ts';
import type { ReadingsOfSensors } from '../features/sensor-life/life.ts';
import { bindSensorLife } from '../features/sensor-life/routes.ts';
import { bindBlacklist } from '../features/sensors/blacklist.ts';
import { bindLicenses } from '../features/sensors/licenses.ts';
import { sensorRelations } from '../features/sensors/relations-store.ts';
import { bindSensors } from '../features/sensors/routes.ts';
import { createSensors } from '../features/sensors/sensors.ts';
import { spaceRelations } from '../features/spaces/relations-store.ts';
import { bindSpaces } from '../features/spaces/routes.ts';
import { removeSpacesOf } from '../features/spaces/space-store.ts';
import { zoneMappingRelations } from '../features/zone-mappings/relations-store.ts';
import { bindZoneMappings } from '../features/zone-mappings/routes.ts';
import { bindZones } from '../features/zones/routes.ts';
import { createZones } from '../features/zones/zones.ts';
import { type Files, filesIn } from '../files/files.ts';
import { vendors } from '../ingestion/vendors/table.ts';
import { createWaitNow } from '../realtime/expected-wait/wait-reader.ts';
import { createZoneReadings } from '../realtime/traffic/zone-readings.ts';
import { bindDevices } from './connect.ts';
import type { Core } from './core.ts';
import { estateWriters } from './estate-writers.ts';

export interface EstateOptions {
  /** Where the files of organizations are stored. */
  readonly filesFolder: string;
  /** The program of the thread that reads estate files; without it they are read in this thread. */
  readonly estateReader?: URL;
}

interface Parts {
  readonly organizations: Organizations;
  /** Operations on received readings that the sensor lifecycle needs. */
  readonly inbox: ReadingsOfSensors;
  /** Reads the bodies of taught sensors. */
  readonly teacher: Teacher;
}

interface Estate {
  readonly attachments: Attachments;
  readonly estateFiles: EstateFiles;
  readonly files: Files;
}

/** Organizations, their places, sensors and zones, and everything attached to them. */
export function bindEstate(core: Core, options: EstateOptions, { organizations, inbox, teacher }: Parts): Estate {
  const { http, registry, directory, accounts, changes, secrets, facts, clock, config, log } = core;
  const relations = [
    ...placeRelations(registry, clock),
    ...spaceRelations(registry, clock),
    ...sensorRelations(registry),
    ...attachmentRelations(registry),
    ...zoneMappingRelations(registry),
  ];
  bindOrganizations(http, { organizations, registry, clock, places: relations });
  const desk = createTickets({ registry, helpDesk: helpDeskOf(config, log), clock });
  bindTickets(http, desk);

  const ofLocations = {
    zoneAt,
    onNew: assignToNewLocations,
    removeSpaces: removeSpacesOf,
    arrange: createHelpDeskRequests(desk),
  };
  const locations = createLocations({ registry, changes, ...ofLocations });
  bindLocations(http, { registry, locations, relations, zoneAt, findAddresses: geocoderOf(config, log) });
  bindSites(http, { registry, sites: createSites(changes), relations });
  bindSpaces(http, { registry, changes, clock, relations });
  bindSchedules(http, { registry, directory, changes, clock });
  bindZones(http, createZones({ registry, changes, clock }));
  bindZoneMappings(http, {
    registry,
    changes,
    relations,
    waitNow: createWaitNow({ registry, facts, directory, clock }),
  });

  const zoneReadings = createZoneReadings({ registry, facts, directory, clock });
  const sensors = createSensors({ registry, changes, secrets, clock, zoneReadings });
  bindSensors(http, { registry, sensors, relations, clock });
  bindSensorLife(http, { registry, changes, clock, inbox, relations });
  bindOfflineSensors(http, { registry, directory, clock });
  bindLicenses(http, changes);
  bindBlacklist(http, { registry, clock, pushRoutes: [...vendors.keys()] });
  bindDevices(core, inbox);
  bindMappings(http, { registry, changes, publicUrl: core.publicUrl, teacher });

  const files = filesIn(options.filesFolder);
  const attachments = createAttachments({ registry, files, clock });
  bindAttachments(http, attachments, files);
  bindCustomFields(http, registry, clock);
  bindReference(http, { registry, directory, clock });
  bindPickers(http, registry, clock);
  bindSearch(http, registry, clock);

  const writersIn = estateWriters({ registry, clock, inbox, secrets, locations: ofLocations });
  const reader = options.estateReader ? readInThread(options.estateReader) : async (text: string) => readEstate(text);
  const estateFiles = createEstateFiles({ registry, accounts, changes, clock, writersIn, readEstate: reader });
  bindEstateFiles(http, estateFiles);
  return { attachments, estateFiles, files };
}
