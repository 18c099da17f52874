/** Names and keys of the two products, and the version. The only place that defines them. */
export const mainProduct = { id: 1, key: 'vea', name: 'Atrium' } as const;
export const occupancyProduct = { id: 2, key: 'headroom', name: 'Headroom' } as const;
export const version = '3.40.0';
/** A GET that returns this many rows may have been truncated. */
export const maximumRows = 50_400;
