/** Where the engine finds its tables, in its own file system. */
export const home = '/clickhouse';
/** In front of a folder of the disk: bring it into that file system, or write it back. */
export const fromDisk = 'from-disk:';
export const toDisk = 'to-disk:';
