// The managed identity the bot answers as: no password of its own to keep or to renew.
param name string
param location string

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: name
  location: location
}

output id string = identity.id
output clientId string = identity.properties.clientId
