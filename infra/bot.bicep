// The bot's registration with the Bot Service, and the channel to Teams.
param name string
param apiHost string
param managedIdentityId string
param managedIdentityClientId string

resource bot 'Microsoft.BotService/botServices@2022-09-15' = {
  name: name
  location: 'global'
  kind: 'azurebot'
  sku: {
    name: 'F0'
  }
  properties: {
    displayName: 'AVA'
    endpoint: 'https://${apiHost}/api/messages'
    msaAppType: 'UserAssignedMSI'
    msaAppId: managedIdentityClientId
    msaAppTenantId: tenant().tenantId
    msaAppMSIResourceId: managedIdentityId
  }
}

resource teams 'Microsoft.BotService/botServices/channels@2022-09-15' = {
  parent: bot
  name: 'MsTeamsChannel'
  location: 'global'
  properties: {
    channelName: 'MsTeamsChannel'
  }
}
