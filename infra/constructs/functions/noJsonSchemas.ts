/** Stands in for a validator of forms that a server asks a person to fill in, which this one never does: 155 kB. */
export class DefaultJsonSchemaValidator {}
