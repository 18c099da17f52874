import { exportEstate, importEstate, previewEstate } from '@atrium/contract/estate-files';
import type { Client } from './client.ts';

/** The calls of an estate file, made by the current `client`. */
export function estateFileCalls(client: () => Client) {
  const preview = (orgId: string, text: string, by = client()) =>
    by.call(previewEstate, { query: { orgId }, body: { text } });
  return {
    written: (orgId: string, ids = false) =>
      client().call(exportEstate, { query: { orgId, ...(ids && { ids: 'true' as const }) } }),
    preview,
    take: (orgId: string, text: string) => client().call(importEstate, { query: { orgId }, body: { text } }),
    /** The raw response. */
    taken: (orgId: string, body: { text: string; seen?: string }) =>
      client().post<{ message: string; details: object[] }>(`/api/estatefile?orgId=${orgId}`, body),
    problemsOf: async (orgId: string, text: string, by = client()) =>
      (await preview(orgId, text, by)).problems.map(({ line, path, message }) => `${line} ${path}: ${message}`),
    done: async (orgId: string, text: string) =>
      (await preview(orgId, text)).changes.map(({ line, action, kind, name }) => `${line} ${action} ${kind} ${name}`),
  };
}

/** A handwritten shop: nothing beyond what the format requires. */
export const shop = `atrium: 1
schedules:
  - name: Shops
    assignToNewLocations: true
    hours:
      monday: [09:00-12:00, 13:00-18:00]
      saturday: [22:00-02:00]
locations:
  - name: Hamburg
    street: Hachmannplatz 16
    postalCode: "20 099"
    timezone: Europe/Berlin
    hours:
      - schedule: Shops
        startDate: 2026-01-01
    sites:
      - name: North door
        sensors:
          - macAddress: 00:6E:02:00:00:01
            name: Eye
            sensorType: xovis5
            periodicUse: true
            zones:
              - deviceId: 1
                name: Main line
                scaleFactor: 1.5
              - deviceId: 2
                name: Side line
                countApplication: 9
      - name: South door
        isDHCP: false
        ipAddress: 10.0.0.2
    spaces:
      - name: Hall
        maxCapacity: 120
        resetConfig:
          resetDaily: true
          resetDailyAtTime: true
          resetTimes: [{ time: "04:30", value: 0 }]
        zones:
          - sensor: 00:6E:02:00:00:01
            deviceId: 1
          - sensor: 00:6E:02:00:00:01
            deviceId: 2
            reverseInsAndOuts: true
`;
