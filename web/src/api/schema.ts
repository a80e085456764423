// The types of the HTTP API. The build generates them from docs/openapi.json (web/build.mjs).
import type { components } from '#openapi';

export type Schemas = components['schemas'];

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Key> = Union extends unknown
    ? Key extends keyof Union
        ? Union[Key]
        : never
    : never;

/** All objects of a union as one, in which a member that some of them lack is optional. */
export type Merged<Union> = Pick<Union, keyof Union> & {
    [Key in Exclude<KeyOf<Union>, keyof Union>]?: ValueOf<Union, Key>;
};
