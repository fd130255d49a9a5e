// Compiles a compute shader with the first Vulkan device and exits: on a driver without hardware, this is enough to
// make it print its output.
//
// compile SHADER.spv ENTRY_POINT
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

static void check(VkResult result, const char *what) {
  if (result == VK_SUCCESS || result == VK_INCOMPLETE) return;
  fprintf(stderr, "%s failed with %d\n", what, result);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  FILE *file = fopen(argv[1], "rb");
  if (!file) return 2;
  static uint32_t code[1 << 18];
  const size_t words = fread(code, 4, sizeof code / 4, file);
  fclose(file);

  VkInstance instance;
  check(vkCreateInstance(
          &(VkInstanceCreateInfo){
            .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
            .pApplicationInfo = &(VkApplicationInfo){ .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                                      .apiVersion = VK_API_VERSION_1_2 } },
          NULL, &instance), "vkCreateInstance");
  VkPhysicalDevice gpu;
  uint32_t count = 1;
  check(vkEnumeratePhysicalDevices(instance, &count, &gpu), "vkEnumeratePhysicalDevices");
  if (count == 0) return fprintf(stderr, "there is no device\n"), 1;
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(gpu, &properties);
  printf("device: %s\n", properties.deviceName);

  VkPhysicalDeviceVulkanMemoryModelFeatures model = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES,
    .vulkanMemoryModel = VK_TRUE,
    .vulkanMemoryModelDeviceScope = VK_TRUE,
  };
  VkDevice device;
  check(vkCreateDevice(gpu,
          &(VkDeviceCreateInfo){
            .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
            .pNext = &model,
            .queueCreateInfoCount = 1,
            .pQueueCreateInfos = &(VkDeviceQueueCreateInfo){ .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                                             .queueCount = 1,
                                                             .pQueuePriorities = &(float){ 1 } } },
          NULL, &device), "vkCreateDevice");

  // Parameters and hits, as declared by the shader.
  const VkDescriptorSetLayoutBinding bindings[] = {
    { .binding = 0, .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, .descriptorCount = 1,
      .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT },
    { .binding = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 1,
      .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT },
  };
  VkDescriptorSetLayout set;
  check(vkCreateDescriptorSetLayout(device,
          &(VkDescriptorSetLayoutCreateInfo){ .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                              .bindingCount = 2, .pBindings = bindings },
          NULL, &set), "vkCreateDescriptorSetLayout");
  VkPipelineLayout layout;
  check(vkCreatePipelineLayout(device,
          &(VkPipelineLayoutCreateInfo){ .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1, .pSetLayouts = &set },
          NULL, &layout), "vkCreatePipelineLayout");
  VkShaderModule module;
  check(vkCreateShaderModule(device,
          &(VkShaderModuleCreateInfo){ .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                       .codeSize = 4 * words, .pCode = code },
          NULL, &module), "vkCreateShaderModule");
  VkPipeline pipeline;
  check(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1,
          &(VkComputePipelineCreateInfo){
            .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
            .layout = layout,
            .stage = { .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                       .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = argv[2] } },
          NULL, &pipeline), "vkCreateComputePipelines");
  return 0;
}
