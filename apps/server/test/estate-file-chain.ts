/** A chain of shops with everything that an estate file can hold. */
export const chain = `atrium: 1
customFields:
  Owner: Nord AG
exceptions:
  - description: New Year
    type: Holiday
    startDate: 2027-01-01
  - description: Late shopping
    type: Extended Hours
    startDate: 2026-12-04
    endDate: 2026-12-05
    hours: 09:00-23:00
  - description: Inventory
    type: Other
    startDate: 2026-06-30
    closed: false
schedules:
  - name: Shops
    effectiveDate: 2026-06-01
    hours:
      monday: [09:00-20:00]
    earlier:
      - effectiveDate: 2024-01-01
        hours:
          monday: [10:00-18:00]
      - effectiveDate: 2025-01-01
        hours:
          sunday: [22:00-02:00]

locations:
  - name: Hamburg
    timezone: Europe/Berlin
    customFields:
      Region: North
      Code: "007"
    hours:
      - schedule: Shops
        startDate: 2024-01-01
        endDate: 2026-12-31
    exceptions:
      - description: Works
        type: Planned Closure
        startDate: 2026-05-01
        endDate: 2026-05-03
    sites:
      - name: North door
        customFields:
          Floor: 2
        sensors:
          - macAddress: 00:6E:02:00:00:01
            name: Eye
            sensorType: xovis5
            commissionedDate: 2025-11-15
            customFields:
              Height: 3.2 m
            zones:
              - deviceId: 1
                name: Line
                customFields:
                  Paint: red
      - name: South door
        sensors:
          - macAddress: 00:6E:02:00:00:02
            name: Ear
            sensorType: xovis5
            commissionedDate: 2026-02-01T09:30+01:00
            sensorUseType: 2
    spaces:
      - name: Hall
        customFields:
          Use: waiting
`;

/** As it is written down again. */
export const wholeChain = {
  atrium: 1,
  customFields: { Owner: 'Nord AG' },
  exceptions: [
    { description: 'Inventory', type: 'Other', startDate: '2026-06-30', closed: false },
    {
      description: 'Late shopping',
      type: 'Extended Hours',
      startDate: '2026-12-04',
      endDate: '2026-12-05',
      hours: '09:00-23:00',
    },
    { description: 'New Year', type: 'Holiday', startDate: '2027-01-01' },
  ],
  schedules: [
    {
      name: 'Shops',
      effectiveDate: '2026-06-01',
      hours: { monday: ['09:00-20:00'] },
      earlier: [
        { effectiveDate: '2024-01-01', hours: { monday: ['10:00-18:00'] } },
        { effectiveDate: '2025-01-01', hours: { sunday: ['22:00-02:00'] } },
      ],
    },
  ],
  locations: [
    {
      name: 'Hamburg',
      timezone: 'Europe/Berlin',
      customFields: { Code: '007', Region: 'North' },
      hours: [{ schedule: 'Shops', startDate: '2024-01-01', endDate: '2026-12-31' }],
      exceptions: [{ description: 'Works', type: 'Planned Closure', startDate: '2026-05-01', endDate: '2026-05-03' }],
      sites: [
        {
          name: 'North door',
          customFields: { Floor: '2' },
          sensors: [
            {
              macAddress: '00:6E:02:00:00:01',
              name: 'Eye',
              sensorType: 'xovis5',
              commissionedDate: '2025-11-15',
              customFields: { Height: '3.2 m' },
              zones: [{ deviceId: '1', name: 'Line', perimeter: true, customFields: { Paint: 'red' } }],
            },
          ],
        },
        {
          name: 'South door',
          sensors: [
            {
              macAddress: '00:6E:02:00:00:02',
              name: 'Ear',
              sensorType: 'xovis5',
              commissionedDate: '2026-02-01T09:30+01:00',
              sensorUseType: 2,
            },
          ],
        },
      ],
      spaces: [{ name: 'Hall', customFields: { Use: 'waiting' } }],
    },
  ],
};
