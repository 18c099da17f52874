/** Apart from the others, because Welcome needs only these. */
export const offlineList = { title: 'Offline sensors', fail: 'Unable to get offline sensor records' } as const;
